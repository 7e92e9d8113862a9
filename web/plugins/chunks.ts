/**
 * Which modules travel together. Left alone, the bundler makes a file of every set of screens that share
 * something: dozens of small ones, each with its headers. So what several screens need is in three files:
 * `base` for every page, `chart` for boards to look at, `table` for boards to play on. What only one screen or
 * dialog needs is loaded with it. `bench/load.mjs` measures the outcome.
 */
const BASE = [
  /node_modules|preload-helper|rolldown/,
  /src\/art\/(shapes|symbols|CompassRose|Symbol|Icon|Shield)\./,
  /src\/i18n\/(index|keys|message|bots)/,
  /src\/lib\/([a-z]+\.(svelte\.)?ts|ui\/(Dialog|Segmented)\.)/,
  /src\/lobby\/[a-z]+\.ts/i,
  /src\/notices\/(Crash|Loading)/,
  /src\/protocol\/(messages|lobby)/,
  /src\/(local\/place|offline\/|session\/connection|styles\/)/,
];
const ONLY_AT_A_TABLE = /src\/lib\/(hop|download|links|format)\./;

/** What the board needs for a hand, and for painting without a worker. */
const HANDLED =
  /(Board|Layers|Overview|Turner|Ghost|Targets|TilePicture|TileArt|TileSites)\.svelte|input|gestures/;
const PAINTING = /board\/(artist|contour|paint|skeleton|terrain|tile)\./;
const CHART = /src\/(board\/|game\/(chart|islands|world)\.|lib\/(frames|memo)\.)/;

const TABLE =
  /src\/(art|board|game|local|protocol|replay\/calls|session|table|lib\/(hop|download|format|ui\/Rich))/;
const NOT_AT_FIRST = /Chat\.svelte|OpponentStrip|view\/Slip|TakenBack|local\/linked/;

export const chunks = [
  {
    name: 'base',
    priority: 3,
    minShareCount: 2,
    test: (id: string) => BASE.some((part) => part.test(id)) && !ONLY_AT_A_TABLE.test(id) && !CHART.test(id),
  },
  {
    name: 'chart',
    priority: 2,
    minShareCount: 2,
    test: (id: string) =>
      /StillBoard/.test(id) || (CHART.test(id) && !HANDLED.test(id) && !PAINTING.test(id)),
  },
  {
    name: 'table',
    priority: 1,
    minShareCount: 2,
    test: (id: string) => TABLE.test(id) && !NOT_AT_FIRST.test(id) && !PAINTING.test(id),
  },
];
