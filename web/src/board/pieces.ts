/**
 * What lies on the tiles, ready to be drawn: sites with their pioneers, hideouts, ships, names, coasts.
 * Every list is keyed: what did not change is the same object, or the same list, as before.
 */
import { SITE_PLATE } from '../art/shapes';
import { memo } from '../lib/memo';
import type { Colour } from '../protocol/messages';
import {
  type BoardConfig,
  type IslandOnBoard,
  type PioneerPiece,
  isHideout,
  partKey,
  siteKey,
} from './config';
import type { Point } from './hex';
import { type Label, Labels } from './labels';
import { plateOutline } from './plates';
import type { Archipelago, PrintedSite, Scene } from './scene';
import type { Shores } from './shore';
import { alike, keeping } from './stable';

export interface SitePiece extends PrintedSite {
  readonly pioneer: PioneerPiece | null;
  /** Printed on a tile just laid: it appears slowly. */
  readonly slow: boolean;
}
export interface HideoutPiece {
  readonly id: string;
  readonly at: Point;
  readonly taken: boolean;
  readonly slow: boolean;
}
export interface ShipStack {
  readonly id: number;
  readonly at: Point;
  readonly colour: Colour;
  readonly count: number;
  readonly pirate: boolean;
  readonly name: string | undefined;
}
export interface CoastLine {
  readonly key: string;
  readonly kind: 'raided' | 'piracy' | 'protected';
  readonly colour: Colour | null;
  readonly line: string;
}
/** How things are drawn at the scale of the camera. */
export interface Look {
  /** Pieces grow when the board is small. */
  readonly grow: number;
  readonly turned: boolean;
  /** Ids of tiles that are not painted yet: what is printed on them waits. */
  readonly bare: ReadonlySet<string>;
  /** Ids of the tiles laid last. */
  readonly fresh: ReadonlySet<string>;
}
export interface Lying {
  readonly sites: readonly SitePiece[];
  readonly hideouts: readonly HideoutPiece[];
  readonly ships: readonly ShipStack[];
  readonly names: readonly Label[];
  readonly coasts: readonly CoastLine[];
  /** Coasts of the islands that someone points at. */
  readonly glow: readonly string[];
  /** Outline of all sites that pale while a card is chosen; empty: none. */
  readonly veil: string;
}

type Named = Pick<IslandOnBoard, 'name' | 'parts'>;

export class Pieces {
  readonly #keepSites = keeping<SitePiece>((s) => s.key, alike);
  readonly #keepOwners = keeping<PioneerPiece>((p) => siteKey(p.at));
  readonly #keepHideouts = keeping<HideoutPiece>((h) => h.id);
  readonly #keepShips = keeping<ShipStack>((s) => s.id);
  readonly #keepNamed = keeping<Named>((i) => i.name);
  readonly #keepLabels = keeping<Label>((l) => l.name);
  readonly #labels = new Labels();
  readonly #keepCoasts = keeping<CoastLine>((c) => c.key);

  constructor(private readonly shores: Shores) {}

  lying(scene: Scene, config: BoardConfig, { grow, turned, bare, fresh }: Look): Lying {
    const { land } = scene;
    const owners = this.#owners(this.#keepOwners(config.pioneers));
    const islands = this.#keepNamed(config.islands.map(({ name, parts }) => ({ name, parts })));
    return {
      sites: this.#sites(land, owners, bare, fresh),
      hideouts: this.#hideouts(land, config.ships, bare, fresh),
      ships: this.#ships(scene),
      names: this.#names(scene, config.named ? islands : UNNAMED, turned),
      coasts: this.#coasts(config.islands, land),
      glow: this.#glow(config.lit, islands, land),
      veil: this.#veil(config.dimOthers ? config.targets : null, config.ready, land, owners, bare, grow),
    };
  }

  readonly #owners = memo(
    (pioneers: readonly PioneerPiece[]): ReadonlyMap<string, PioneerPiece> =>
      new Map(pioneers.map((p) => [siteKey(p.at), p])),
  );

  readonly #sites = memo(
    (
      { sites }: Archipelago,
      owners: ReadonlyMap<string, PioneerPiece>,
      bare: Look['bare'],
      fresh: Look['fresh'],
    ): readonly SitePiece[] =>
      this.#keepSites(
        sites.flatMap((site) =>
          bare.has(site.tile)
            ? []
            : [{ ...site, pioneer: owners.get(site.key) ?? null, slow: fresh.has(site.tile) }],
        ),
      ),
  );

  readonly #hideouts = memo(
    (
      { tiles }: Archipelago,
      ships: BoardConfig['ships'],
      bare: Look['bare'],
      fresh: Look['fresh'],
    ): readonly HideoutPiece[] =>
      this.#keepHideouts(
        [...tiles].flatMap(([id, tile]) => {
          const { hideout } = tile.geometry;
          if (!hideout || bare.has(id)) return [];
          const taken = ships.some((s) => isHideout(s.at) && s.at.tile === id);
          return [{ id, at: tile.at(hideout), taken, slow: fresh.has(id) }];
        }),
      ),
  );

  readonly #ships = memo((scene: Scene): readonly ShipStack[] =>
    this.#keepShips(
      scene.stacks.flatMap((stack) => {
        const at = scene.stackAt(stack);
        const { id, name } = stack.ships[0]!;
        const count = stack.ships.length;
        return at ? [{ id, at, colour: stack.colour, count, pirate: isHideout(stack.at), name }] : [];
      }),
    ),
  );

  readonly #names = memo((scene: Scene, islands: readonly Named[], turned: boolean): readonly Label[] =>
    this.#keepLabels(this.#labels.place(scene, islands, turned)),
  );

  readonly #coasts = memo((islands: BoardConfig['islands'], land: Archipelago): readonly CoastLine[] =>
    this.#keepCoasts(
      islands.flatMap(({ parts, coast = 'peace', raided = null }) => {
        const kind = raided ? 'raided' : coast;
        if (kind === 'peace' || !parts[0]) return [];
        return [
          { key: partKey(parts[0]), kind, colour: raided, line: this.shores.of(land.parts(parts)).line },
        ];
      }),
    ),
  );

  readonly #glow = memo(
    (lit: BoardConfig['lit'], islands: readonly Named[], land: Archipelago): readonly string[] =>
      islands
        .filter(({ name }) => lit.includes(name))
        .map(({ parts }) => this.shores.of(land.parts(parts)).line),
  );

  /**
   * Free sites that are no targets pale under one veil the colour of the woods: one shape, where
   * paling each by itself would be sixty layers to put together.
   */
  readonly #veil = memo(
    (
      targets: BoardConfig['targets'] | null,
      ready: BoardConfig['ready'],
      { sites }: Archipelago,
      owners: ReadonlyMap<string, PioneerPiece>,
      bare: Look['bare'],
      grow: number,
    ): string => {
      if (!targets) return '';
      const refs = [...targets.map((target) => target.ref), ...(ready ? [ready.ref] : [])];
      const bright = new Set(refs.flatMap((ref) => (ref.kind === 'site' ? [siteKey(ref.at)] : [])));
      return sites
        .filter((s) => !owners.has(s.key) && !bright.has(s.key) && !bare.has(s.tile))
        .map((s) => plateOutline(SITE_PLATE[s.kind], s.at, grow))
        .join('');
    },
  );
}
/** No island is named. */
const UNNAMED: readonly Named[] = [];
