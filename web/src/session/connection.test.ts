/** The line: hello, resume, retry, and commands sent again under their id. */
import { expect, test, vi } from 'vitest';
import { ServerMessage } from '../protocol/game_decoders';
import type * as Wire from '../protocol/messages';
import { PROTOCOL } from '../protocol/messages';
import type { ConnectionState, Socket, Surroundings } from './connection';
import { Connection, socketAddress } from './connection';

class FakeSocket {
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.cut(1000);
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  cut(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

function setUp(seen: number | null = null) {
  const sockets: FakeSocket[] = [];
  const waits: { run: () => void; milliseconds: number; off: boolean }[] = [];
  const states: ConnectionState[] = [];
  const heard: Wire.ServerMessage[] = [];
  const around: Surroundings = {
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as Socket;
    },
    now: () => 1000,
    random: () => 0.5,
    wait: (run, milliseconds) => {
      const wait = { run, milliseconds, off: false };
      waits.push(wait);
      return () => (wait.off = true);
    },
  };
  const line = new Connection(
    'ws://here/socket',
    ServerMessage,
    {
      onmessage: (message) => heard.push(message),
      onstate: (state) => states.push(state),
      hello: () => ({ tokens: ['secret'], seen, look: null }),
    },
    around,
  );
  line.open();
  const pass = (): void =>
    waits
      .filter((w) => !w.off)
      .at(-1)!
      .run();
  return { line, sockets, states, heard, pass };
}
const WELCOME: Wire.ServerMessage = {
  type: 'welcome',
  protocol: PROTOCOL,
  version: 3,
  table: {
    id: 'a',
    status: 'open',
    settings: {},
    seats: [],
    version: 3,
    created: 0,
    changed: 0,
    round: null,
    to_move: null,
    watching: 0,
    commitment: '',
    code: null,
    rematch: null,
    branched_from: null,
    stopped: null,
    nonce_hashes: [],
    unopened: [],
  },
  seats: [],
  host: false,
  setup: null,
  events: [],
  player_view: null,
  clocks: null,
  proposals: [],
  presence: { online: [], watching: 0 },
  chat: [],
  muted: [],
  notices: [],
};

test('the first message is hello with tokens and the version seen last', () => {
  const { sockets } = setUp(7);
  sockets[0]!.opens();
  expect(sockets[0]!.sent[0]).toMatchObject({ type: 'hello', tokens: ['secret'], seen: 7 });
});

test('the line is live after the welcome', () => {
  const { sockets, states, heard } = setUp();
  sockets[0]!.opens();
  sockets[0]!.says(WELCOME);
  expect(states.at(-1)).toEqual({ kind: 'live' });
  expect(heard).toHaveLength(1);
});

test('a cut line is tried again, and says which try it is', () => {
  const { sockets, states, pass } = setUp();
  sockets[0]!.opens();
  sockets[0]!.cut(1006);
  expect(states.at(-1)).toMatchObject({ kind: 'waiting', tries: 1 });
  pass();
  sockets[1]!.cut(1006);
  expect(states.at(-1)).toMatchObject({ kind: 'waiting', tries: 2 });
});

test('a move whose answer never came is sent again with the same id', () => {
  const { line, sockets, pass } = setUp();
  sockets[0]!.opens();
  sockets[0]!.says(WELCOME);
  line.send({ type: 'submit_move', id: 'a1', version: 3, move: { type: 'end_turn' } });
  sockets[0]!.cut(1006);
  pass();
  sockets[1]!.opens();
  sockets[1]!.says(WELCOME);
  expect(sockets[1]!.sent.filter((m) => m['id'] === 'a1')).toHaveLength(1);
  sockets[1]!.says({ type: 'acknowledged', id: 'a1', version: 4 });
  expect(line.unsent).toBe(0);
});

test('a refused command is not sent again', () => {
  const { line, sockets } = setUp();
  sockets[0]!.opens();
  sockets[0]!.says(WELCOME);
  line.send({ type: 'undo', id: 'u1', version: 3 });
  sockets[0]!.says({ type: 'refused', id: 'u1', code: 'cannot_undo', message: '', version: 3 });
  expect(line.unsent).toBe(0);
});

test.each([
  [4001, 'upgrade'],
  [4003, 'forbidden'],
  [4004, 'unknown'],
  [4009, 'revoked'],
])('closing %i is final: %s', (code, why) => {
  const { sockets, states } = setUp();
  sockets[0]!.cut(code);
  expect(states.at(-1)).toEqual({ kind: 'closed', why });
});

test('a silent line is asked, and given up without an answer', () => {
  const { sockets, states, pass } = setUp();
  sockets[0]!.opens();
  pass();
  expect(sockets[0]!.sent.at(-1)).toEqual({ type: 'ping' });
  pass();
  expect(states.at(-1)).toMatchObject({ kind: 'waiting' });
});

test('a message that is none of the protocol ends the line: the page is too old', () => {
  const { sockets, states, heard } = setUp();
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  sockets[0]!.opens();
  sockets[0]!.says({ ...WELCOME, version: 'three' });
  expect(heard).toEqual([]);
  expect(states.at(-1)).toEqual({ kind: 'closed', why: 'upgrade' });
  expect(String(told.mock.calls[0]?.[1])).toContain('.version: "three" is not a number');
  told.mockRestore();
});

test('the socket follows the page: same host and folder, ws or wss', () => {
  const page = { href: 'https://host/games/#/t/abc' } as Location;
  expect(socketAddress(page, 'api/v1/lobby/socket')).toBe('wss://host/games/api/v1/lobby/socket');
});
