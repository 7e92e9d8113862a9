/** All figures of the client, one after the other; ends with 1 when any is over its limit. */
await import('./load.mjs');
await import('./board.mjs');
await import('./pack.mjs');
