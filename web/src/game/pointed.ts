/** What a tooltip says about the thing under the pointer. */
import { type PartAt, type SiteKind, SITE_KINDS } from '../protocol/messages';
import { type Ref, isHideout, siteKey } from '../board/config';
import { list, t } from '../i18n/index.svelte';
import type { Ground } from './ctrl';
import { islandOf } from './ctrl';
import { islandName, islandNamed, piracyAt, seatsAt, shipsOf } from './islands';
import { cellName } from './boardConfig';
import { berthName, blockedText, goodName, hideoutName, namesOnTile, playerName, siteState } from './words';
import type { World } from './world';

export function pointedText(world: World, ground: Ground | null, ref: Ref): string {
  switch (ref.kind) {
    case 'site':
      return siteText(world, ground, ref.at);
    case 'coast':
      return islandText(world, islandOf(world.view, ref.at));
    case 'hideout':
      return hideoutText(world, ref.at.tile);
    case 'ship':
      return t('ship.at', { name: playerName(world, ref.at.seat), place: berthName(world, ref.at) });
    case 'cell':
      return cellName(world, ref.at, 0);
  }
}

/** The islands that a thing on the board belongs to, by name. */
export function islandsUnder(world: World, ref: Ref): readonly string[] {
  const part = (at: PartAt): string[] => {
    const name = islandName(world.view, at);
    return name === null ? [] : [name];
  };
  switch (ref.kind) {
    case 'site':
    case 'coast':
      return part(ref.at);
    case 'hideout':
      return namesOnTile(world, ref.at.tile);
    case 'ship':
      return isHideout(ref.at) ? namesOnTile(world, ref.at.tile) : part(ref.at);
    case 'cell':
      return [];
  }
}

function siteText(world: World, ground: Ground | null, at: Parameters<typeof siteKey>[0]): string {
  const text = siteState(world, at);
  const choices = ground?.choices?.kind === 'turn' ? ground.choices : null;
  const key = siteKey(at);
  const legal = choices?.sites.find((c) => siteKey(c.site) === key);
  if (legal) return `${text}. ${t('site.cost_now', { n: legal.cost })}`;
  const blocked = choices?.blocked.find((b) => siteKey(b.site) === key);
  return blocked ? `${text}. ${blockedText(world, blocked)}` : text;
}

export function islandText(world: World, index: number): string {
  const island = world.view.islands[index];
  if (!island) return '';
  const words = [freeText(world, island)];
  const seats = seatsAt(island);
  if (seats.length > 0) {
    const ships = seats.map((s) => `${playerName(world, s)} ${shipsOf(island, s)}`);
    words.push(t('island.ships', { list: ships.join(', ') }));
  }
  const piracy = piracyText(world, island);
  if (piracy) words.push(piracy);
  return words.join('. ');
}

/** Who attacks an island, and whether that is the viewer's trouble; empty in peace. */
export function piracyText(world: World, island: World['view']['islands'][number]): string {
  const { state, raiders } = piracyAt(island, world.me);
  if (state === 'peace') return '';
  const names = list(raiders.map((seat) => playerName(world, seat)));
  if (state === 'protected') return t('island.protected', { names });
  return t(world.me === null ? 'island.raided' : 'island.piracy', { names });
}

/** "Cardamom: 2 ebony, gold and ruins free". */
function freeText(world: World, island: World['view']['islands'][number]): string {
  const taken = new Set(world.view.pioneers.map(siteKey));
  const free = new Map<SiteKind, number>();
  for (const part of island.parts)
    world.tiles.get(part.tile)?.parts[part.part]?.sites.forEach((kind, site) => {
      if (!taken.has(siteKey({ ...part, site }))) free.set(kind, (free.get(kind) ?? 0) + 1);
    });
  const what = SITE_KINDS.flatMap((kind) => {
    const n = free.get(kind) ?? 0;
    return n === 0 ? [] : [n > 1 ? `${n} ${freeName(kind)}` : freeName(kind)];
  });
  const name = islandNamed(island.name);
  return what.length > 0
    ? t('island.free', { island: name, what: list(what) })
    : t('island.full', { island: name });
}
function freeName(kind: SiteKind): string {
  if (kind === 'construction') return t('free.construction');
  return kind === 'ruins' ? t('free.ruins') : goodName(kind);
}

function hideoutText(world: World, tile: string): string {
  const pirate = world.view.ships.find((s) => 'hideout' in s && s.hideout && s.tile === tile);
  const name = hideoutName(world, tile);
  return pirate
    ? t('hideout.taken', { name, who: playerName(world, pirate.seat) })
    : t('hideout.free', { name });
}
