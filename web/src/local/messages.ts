/** What page and worker say to each other: requests and sockets as a server has them. */
export type ToWorker =
  | { readonly kind: 'start'; readonly pack: string }
  | { readonly kind: 'ping' }
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly method: string;
      readonly path: string;
      readonly tokens: readonly string[];
      readonly body: string;
    }
  | { readonly kind: 'open'; readonly socket: number; readonly path: string }
  | { readonly kind: 'send'; readonly socket: number; readonly text: string }
  | { readonly kind: 'close'; readonly socket: number };

export type FromWorker =
  | { readonly kind: 'ready'; readonly kept: boolean }
  | { readonly kind: 'pong' }
  | { readonly kind: 'room'; readonly left: boolean }
  /** `job`: table and seat of a bot, with a colon between. */
  | { readonly kind: 'thinking'; readonly job: string; readonly share: number }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'answer'; readonly id: number; readonly status: number; readonly body: string }
  | { readonly kind: 'message'; readonly socket: number; readonly text: string }
  | { readonly kind: 'closed'; readonly socket: number; readonly code: number };
