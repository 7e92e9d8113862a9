/** Addresses: everything after `#`, so that any server path works and links can be shared. */
export type Route =
  | { readonly screen: 'lobby' }
  | {
      readonly screen: 'table';
      readonly code: string;
      /** Invitation code of a private table. */
      readonly invitation?: string | null;
      /** Seat token of a personal link. */
      readonly personal?: string | null;
      /** What lets a person take over a seat that a bot plays. */
      readonly offer?: string | null;
      /** Watching was asked for, not a seat. */
      readonly watch?: boolean;
    }
  | { readonly screen: 'hotseat' }
  | {
      readonly screen: 'replay';
      readonly code: string;
      readonly event: number | null;
      readonly seat: number | null;
      /** Invitation code of a private table, in a shared moment. */
      readonly invitation?: string | null;
    }
  | { readonly screen: 'how' }
  | {
      readonly screen: 'games';
      /** Keys from another device of the same person. */
      readonly keys?: string | null;
    }
  | { readonly screen: 'dev'; readonly name: string }
  | { readonly screen: 'unknown'; readonly address: string };

/** Read an address such as `#/replay/K7WQ?event=241&seat=1`. */
export function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?');
  const [screen = '', code = ''] = path.split('/').map(decoded);
  const asked = new URLSearchParams(query);
  switch (screen) {
    case '':
      return { screen: 'lobby' };
    case 't':
      return code
        ? {
            screen: 'table',
            code,
            invitation: asked.get('code'),
            personal: asked.get('key'),
            offer: asked.get('offer'),
            watch: asked.has('watch'),
          }
        : { screen: 'unknown', address: path };
    case 'hotseat':
      return { screen: 'hotseat' };
    case 'replay':
      return {
        screen: 'replay',
        code,
        event: whole(asked.get('event')),
        seat: whole(asked.get('seat')),
        invitation: asked.get('code'),
      };
    case 'how':
      return { screen: 'how' };
    case 'games':
      return { screen: 'games', keys: asked.get('keys') };
    case 'dev':
      return { screen: 'dev', name: code };
    default:
      return { screen: 'unknown', address: path };
  }
}

/** A part of an address; one that is cut in the middle of a letter stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null;
}

export function address(route: Route): string {
  switch (route.screen) {
    case 'lobby':
      return '#/';
    case 'table':
      return `#/t/${encodeURIComponent(route.code)}${route.watch ? '?watch' : ''}`;
    case 'replay':
      return `#/replay/${encodeURIComponent(route.code)}${moment(route)}`;
    case 'dev':
      return `#/dev/${route.name}`;
    case 'unknown':
      return `#/${route.address}`;
    default:
      return `#/${route.screen}`;
  }
}

function moment(route: { event: number | null; seat: number | null; invitation?: string | null }): string {
  const asked = new URLSearchParams();
  if (route.event !== null) asked.set('event', String(route.event));
  if (route.seat !== null) asked.set('seat', String(route.seat));
  if (route.invitation) asked.set('code', route.invitation);
  const text = asked.toString();
  return text ? `?${text}` : '';
}

/** The code in what a person pasted: a whole link or the bare code. */
export function codeIn(text: string): string | null {
  const trimmed = text.trim();
  const inLink = /#\/t\/([^/?#\s]+)/.exec(trimmed)?.[1] ?? /\/t\/([^/?#\s]+)/.exec(trimmed)?.[1];
  const code = inLink ?? trimmed;
  return /^[\w-]{3,80}$/.test(code) ? code : null;
}

class Router {
  route = $state.raw<Route>({ screen: 'lobby' });

  start(): void {
    const read = (): void => {
      this.route = parse(location.hash);
    };
    addEventListener('hashchange', read);
    read();
  }

  go(route: Route): void {
    location.hash = address(route);
  }

  /** Change the address without a step in the history. */
  replace(route: Route): void {
    history.replaceState(null, '', address(route));
    this.route = route;
  }
}

export const router = new Router();
