/** What is known about a table, and how each message of the server changes it. No DOM, no timers. */
import type * as Wire from '../protocol/messages';

export interface TableState {
  readonly version: number;
  readonly info: Wire.TableInfo | null;
  readonly seats: readonly number[];
  readonly host: boolean;
  readonly setup: Wire.SetupData | null;
  readonly events: readonly Wire.Event[];
  readonly playerView: Wire.PlayerView | null;
  readonly clocks: Wire.Clocks | null;
  readonly proposals: readonly Wire.Proposal[];
  readonly presence: Wire.Presence;
  readonly chat: readonly Wire.ChatLine[];
  readonly muted: readonly number[];
  /** Proposals, answers and bots that play on, for the log. */
  readonly notices: readonly Wire.Notice[];
}

export const NOTHING: TableState = {
  version: 0,
  info: null,
  seats: [],
  host: false,
  setup: null,
  events: [],
  playerView: null,
  clocks: null,
  proposals: [],
  presence: { online: [], watching: 0 },
  chat: [],
  muted: [],
  notices: [],
};

export function welcomed(welcome: Wire.Welcome): TableState {
  return {
    version: welcome.version,
    info: welcome.table,
    seats: welcome.seats,
    host: welcome.host,
    setup: named(welcome.setup, welcome.table),
    events: welcome.events,
    playerView: welcome.player_view,
    clocks: welcome.clocks,
    proposals: welcome.proposals,
    presence: welcome.presence,
    chat: welcome.chat,
    muted: welcome.muted,
    notices: welcome.notices,
  };
}

/** Does this update follow on what is known? Otherwise a resync is due. */
export const follows = (state: TableState, update: Wire.Update): boolean =>
  update.version - update.changes.length === state.version;

export function updated(state: TableState, update: Wire.Update): TableState {
  let { events, notices } = state;
  for (const change of update.changes) {
    events = afterChange(events, change);
    if (isNoticed(change)) notices = [...notices, { after: events.length, change }];
  }
  return {
    ...state,
    version: update.version,
    info: update.table ?? state.info,
    setup: named(state.setup, update.table),
    events,
    notices,
    playerView: update.player_view ?? state.playerView,
    clocks: update.clocks ?? state.clocks,
    proposals: update.proposals,
  };
}

/** The setup with the names of those who play now: another person may have taken a seat over. */
function named(setup: TableState['setup'], info: Wire.TableInfo | null): TableState['setup'] {
  if (!setup || !info) return setup;
  const name = (seat: number, known: string): string => info.seats[seat]?.name ?? known;
  if (setup.players.every((player, seat) => name(seat, player.name) === player.name)) return setup;
  const players = setup.players.map((player, seat) => ({ ...player, name: name(seat, player.name) }));
  return { ...setup, players };
}

function afterChange(events: readonly Wire.Event[], change: Wire.Change): readonly Wire.Event[] {
  if (change.type === 'started') return change.events;
  if (change.type === 'played') return [...events, ...change.events];
  if (change.type === 'undone') return events.slice(0, change.events);
  return events;
}

/** What the log tells beside the moves. */
function isNoticed(change: Wire.Change): boolean {
  switch (change.type) {
    case 'proposed':
    case 'voted':
    case 'substituted':
    case 'returned':
    case 'seat_taken_over':
      return true;
    case 'undone':
      return change.agreed;
    default:
      return false;
  }
}

export const said = (state: TableState, line: Wire.ChatLine): TableState => ({
  ...state,
  chat: [...state.chat.filter((known) => known.number !== line.number), line],
});

/** Seats that played in an update, for pace and sounds. */
export const movesIn = (update: Wire.Update): Wire.Played[] =>
  update.changes.filter((change): change is Wire.Played => change.type === 'played');
