/** Hints at a server's table from the engine in this page. */
import { askPage, askServer, read, table } from '../lib/api';
import { decode } from '../lib/decode';
import { ServerMessage } from '../protocol/game_decoders';
import { Problem } from '../protocol/lobby_decoders';
import type * as Wire from '../protocol/messages';

/** A hint at a server's table, found in this page from what the server shows to the seat that is to move. */
export async function hintInPage(
  id: string,
  tokens: readonly string[],
  command: Wire.AskHint,
): Promise<Wire.ServerMessage | null> {
  const seen = await askServer(`${table(id)}/view`, { token: tokens.join(', ') });
  if (seen.status !== 200) return null;
  const body = { command, table: id, seen: JSON.parse(seen.text) as unknown };
  const answer = await askPage('hints', { body });
  if (answer.status === 200) return read(ServerMessage, answer);
  const { code, message, version = null } = decode(Problem, JSON.parse(answer.text));
  return { type: 'refused', id: command.id, code, message, version };
}
