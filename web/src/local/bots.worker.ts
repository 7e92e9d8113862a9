/** Bots of a page: get views as JSON, answer with moves, and know nothing else. */
import { startPython } from './python';

type Answer = (job: string) => Promise<string>;

let answer: Promise<Answer> | null = null;

async function start(pack: string): Promise<Answer> {
  const python = await startPython(pack);
  return (python.pyimport('ilos.local.bots') as { answer: Answer }).answer;
}

onmessage = async (event: MessageEvent<{ pack: string } | { job: string }>) => {
  if ('pack' in event.data) {
    answer = start(event.data.pack);
    await answer;
    postMessage({ ready: true });
  } else if (answer) {
    postMessage({ answer: await (await answer)(event.data.job) });
  }
};
