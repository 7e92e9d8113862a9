/** Bots of a page: get views as JSON, answer with moves, and know nothing else. */
import { startPython } from './python';

/** `ilos.local.bots` */
interface Bots {
  answer(job: string, tell: (share: number) => void): Promise<string>;
  stop(): void;
}
type Order = { readonly pack: string } | { readonly job: string } | { readonly stop: true };

/** Milliseconds between two words about how far a bot is. */
const PAUSE = 100;

let bots: Bots | null = null;

/** Tells the share of a search that is done: at once, then now and then. */
function teller(): (share: number) => void {
  let next = 0;
  return (share) => {
    if (performance.now() < next) return;
    next = performance.now() + PAUSE;
    postMessage({ share });
  };
}

async function start(pack: string): Promise<void> {
  bots = (await startPython(pack)).pyimport('ilos.local.bots') as Bots;
  postMessage({ ready: true });
}

onmessage = async (event: MessageEvent<Order>) => {
  const order = event.data;
  if ('pack' in order) {
    // An error ends this worker for its pool, which starts another for the next job.
    await start(order.pack).catch(reportError);
  } else if ('job' in order) {
    if (bots) postMessage({ answer: await bots.answer(order.job, teller()) });
  } else {
    bots?.stop();
  }
};
