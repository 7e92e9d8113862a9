/** Bots of a page: get views as JSON, answer with moves, and know nothing else. */
import { startPython } from './python';

/** `ilos.local.bots` */
interface Bots {
  answer(job: string): Promise<string>;
  stop(): void;
}
type Order = { readonly pack: string } | { readonly job: string } | { readonly stop: true };

let bots: Bots | null = null;

onmessage = async (event: MessageEvent<Order>) => {
  const order = event.data;
  if ('pack' in order) {
    bots = (await startPython(order.pack)).pyimport('ilos.local.bots') as Bots;
    postMessage({ ready: true });
  } else if ('job' in order) {
    if (bots) postMessage({ answer: await bots.answer(order.job) });
  } else {
    bots?.stop();
  }
};
