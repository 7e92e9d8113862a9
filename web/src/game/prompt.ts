/** What the prompt says for a draft: title, a line below it, and the words of the confirm button. */
import { list, t } from '../i18n/index.svelte';
import type { Draft, Ghost, Ground } from './ctrl';
import {
  chosenSite,
  draftOf,
  fits,
  fortDraw,
  ghostFits,
  hideouts,
  origins,
  riseOf,
  rotationsAt,
  siteChoices,
  tilesToTake,
} from './ctrl';
import { copied } from './boardConfig';
import { type Move, type Resource, PRINTED } from '../protocol/messages';
import {
  cardName,
  countedCards,
  goodName,
  nameAt,
  namesOnTile,
  playerName,
  siteKindAt,
  someGood,
} from './words';
import type { World } from './world';
import { priceOf } from './world';

export interface PromptWords {
  readonly title: string;
  readonly line: string;
  readonly confirm: string;
}

export function promptWords(world: World, ground: Ground, draft: Draft): PromptWords {
  switch (draft.target?.kind) {
    case 'site':
      return siteWords(world, ground, draft);
    case 'market':
      return marketWords(world, ground, draft.target.resource);
    case 'dock': {
      const island = nameAt(world, draft.target.to);
      return { title: t('prompt.dock', { island }), line: originLine(world, draft), confirm: t('do.dock') };
    }
    case 'hideout': {
      const islands = list(namesOnTile(world, draft.target.tile));
      return {
        title: t('prompt.hideout', { islands }),
        line: originLine(world, draft),
        confirm: t('do.hideout'),
      };
    }
    case 'explore':
      return exploreWords(ground, draft);
    default:
      return cardWords(world, ground, draft);
  }
}

/** What a suggested move is, in the words of the prompt. */
export function hintTitle(world: World, ground: Ground, move: Move): string {
  if (move.type === 'end_turn') return t('do.end_turn');
  if (move.type === 'building' && move.resource)
    return t('prompt.post_copy', { island: nameAt(world, move.site), what: goodName(move.resource) });
  if (move.type !== 'mulligan') return promptWords(world, ground, draftOf(ground, move)).title;
  const { discarded } = move;
  return discarded.length === 0 ? t('mulligan.keep') : t('hint.swap', { cards: countedCards(discarded) });
}

function originLine(world: World, draft: Draft): string {
  if (draft.card !== 'ship') return '';
  if (draft.from === null) return t('prompt.which_ship');
  if (draft.from === 'reserve') return t('prompt.from_reserve');
  if ('hideout' in draft.from)
    return t('prompt.from_hideout', { islands: list(namesOnTile(world, draft.from.tile)) });
  return t('prompt.from_island', { island: nameAt(world, draft.from) });
}

function exploreWords(ground: Ground, draft: Draft): PromptWords {
  const ghost = draft.target?.kind === 'explore' ? draft.target.ghost : null;
  const title = draft.card === 'ship' ? t('prompt.explore') : t('prompt.first_island');
  if (!ghost)
    return { title, line: t('prompt.pick_tile', { n: tilesToTake(ground) }), confirm: t('do.explore') };
  const n = fits(ground, ghost.tile).length;
  const line = ghost.cell ? turnLine(ground, ghost) : t('prompt.pick_cell', { n });
  return { title, line, confirm: t('do.explore') };
}

/** What is still to choose about a tile on its cell: how it lies, where to dock. */
function turnLine(ground: Ground, ghost: Ghost): string {
  const ways = rotationsAt(ground, ghost).length > 1;
  const several = (ground.tiles.get(ghost.tile)?.parts.length ?? 1) > 1;
  if (!ghostFits(ground, ghost)) return t('prompt.turn_tile');
  if (ways) return several ? t('prompt.turn_dock') : t('prompt.turn_only');
  return several ? t('prompt.dock_only') : t('prompt.fits_so');
}

function marketWords(world: World, ground: Ground, resource: Resource): PromptWords {
  const price = riseOf(ground, resource)?.price ?? priceOf(world, resource);
  const n = world.view.seats[world.me ?? 0]?.stock?.[resource] ?? 0;
  return {
    title: t('prompt.market', { what: someGood(resource), price }),
    line: t('prompt.market_line', { what: goodName(resource), n }),
    confirm: t('do.market', { price }),
  };
}

const SITE_TITLE = {
  plantation: 'prompt.plantation',
  gold_mine: 'prompt.gold_mine',
  ruins: 'prompt.ruins',
} as const;
const SITE_DO = { plantation: 'do.plantation', gold_mine: 'do.gold_mine', ruins: 'do.ruins' } as const;

function siteWords(world: World, ground: Ground, draft: Draft): PromptWords {
  const choice = chosenSite(ground, draft);
  if (!choice) return cardWords(world, ground, draft);
  const island = nameAt(world, choice.site);
  if (choice.card === 'building') return buildingWords(world, ground, draft, island);
  const kind = siteKindAt(world, choice.site);
  const what = kind === 'ebony' || kind === 'spice' || kind === 'pigment' ? someGood(kind) : '';
  return {
    title: t(SITE_TITLE[choice.card], { what, island }),
    line: piracyLine(ground, draft),
    confirm: t(SITE_DO[choice.card]),
  };
}

function buildingWords(world: World, ground: Ground, draft: Draft, island: string): PromptWords {
  const seat = world.view.seats[world.me ?? 0];
  if (draft.building === 'fort')
    return {
      title: t('prompt.fort', { island }),
      line: t('prompt.fort_line', { n: fortDraw(ground), now: seat?.draw ?? 0 }),
      confirm: t('do.fort'),
    };
  if (draft.building === 'trading_post') {
    const from =
      draft.target?.kind === 'site' && draft.resource
        ? copied(world, draft.target.site, draft.resource)
        : null;
    const line =
      draft.resource && from
        ? t('prompt.post_line', { what: goodName(draft.resource), name: playerName(world, from.seat) })
        : t('prompt.post_choose');
    return { title: t('prompt.post', { island }), line, confirm: t('do.post') };
  }
  return {
    title: t('prompt.building', { island }),
    line: t('prompt.building_choose'),
    confirm: t('do.building'),
  };
}

function piracyLine(ground: Ground, draft: Draft): string {
  const choice = chosenSite(ground, draft);
  if (!choice) return '';
  if (choice.card === 'ruins') return t('prompt.ruins_line');
  if (choice.piracy) return t('prompt.piracy', { n: choice.cost - PRINTED[choice.card].cost });
  return choice.fort ? t('prompt.fort_keeps', { n: choice.cost }) : t('prompt.calm');
}

function cardWords(world: World, ground: Ground, draft: Draft): PromptWords {
  if (draft.card === null) return idleWords(ground);
  const title = cardName(draft.card);
  const confirm = t('do.confirm');
  if (draft.card === 'ship') {
    // Said first which ship it is: "From Quill to …".
    const from = draft.from === null ? title : t('prompt.move', { from: originLine(world, draft) });
    const other = origins(ground).length > 1 ? `. ${t('prompt.other_ship')}` : '';
    return { title: from, line: shipLine(ground) + other, confirm };
  }
  if (draft.card === 'market') return { title, line: t('prompt.pick_row'), confirm };
  const n = siteChoices(ground, draft.card).length;
  return { title, line: t('prompt.pick_site', { n }), confirm };
}

/** Only what there is to choose from. */
function shipLine(ground: Ground): string {
  const tiles = tilesToTake(ground) > 0;
  const nests = hideouts(ground).length > 0;
  if (tiles) return t(nests ? 'prompt.pick_ship' : 'prompt.pick_ship_no_hideout');
  return t(nests ? 'prompt.pick_ship_no_tile' : 'prompt.pick_coast');
}

function hasPlayable({ choices }: Ground): boolean {
  if (choices?.kind !== 'turn') return true;
  return choices.ship !== null || choices.sites.length > 0 || choices.market.length > 0;
}

function idleWords(ground: Ground): PromptWords {
  if (ground.choices?.kind === 'first_island')
    return {
      title: t('prompt.first_island'),
      line: t('prompt.pick_tile', { n: tilesToTake(ground) }),
      confirm: t('do.explore'),
    };
  return {
    title: t(hasPlayable(ground) ? 'prompt.idle' : 'prompt.none'),
    line: '',
    confirm: t('do.confirm'),
  };
}
