import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { acceptCaller, capConnections } from './connection-cap.ts';

function connections(address: string, number: number): readonly Socket[] {
  return Array.from({ length: number }, () =>
    Object.defineProperty(new Socket(), 'remoteAddress', { value: address, configurable: true }),
  );
}

const capOf = (strangers: number, isIdle = (_socket: Socket) => true) =>
  capConnections(isIdle, { strangers, callers: 100 });

const open = (sockets: readonly Socket[]) => sockets.map(({ destroyed }) => !destroyed);

test('a client that holds many connections loses its oldest, and another keeps its only one', () => {
  const cap = capOf(3);
  const [other, many] = [connections('192.0.2.1', 1), connections('192.0.2.2', 4)];
  for (const socket of [...other, ...many]) cap.opened(socket);
  expect([open(other), open(many)]).toEqual([[true], [false, false, true, true]]);
});

test('a connection on which a key was accepted is not counted with those of strangers', () => {
  const cap = capOf(2);
  const sockets = connections('192.0.2.1', 5);
  for (const socket of sockets.slice(0, 2)) {
    cap.opened(socket);
    acceptCaller(socket, 'clinic');
  }
  for (const socket of sockets.slice(2)) cap.opened(socket);
  expect(open(sockets)).toEqual([true, true, false, true, true]);
});

test('a connection with a request in progress is not closed', () => {
  const sockets = connections('192.0.2.1', 3);
  const cap = capOf(2, (socket) => socket !== sockets[0]);
  for (const socket of sockets) cap.opened(socket);
  expect(open(sockets)).toEqual([true, false, true]);
});

test('a client whose requests do not end closes no connection of others, and only its own oldest ones', () => {
  const [slow, known, fresh] = [connections('192.0.2.1', 4), connections('192.0.2.2', 1), connections('192.0.2.3', 1)];
  const cap = capOf(4, (socket) => !slow.includes(socket));
  for (const socket of [...slow.slice(0, 3), ...known, ...fresh, ...slow.slice(3)]) cap.opened(socket);
  expect([open(slow), open(known), open(fresh)]).toEqual([[false, false, true, true], [true], [true]]);
});

test('a new connection is served though all others of its address have requests in progress', () => {
  const sockets = connections('192.0.2.1', 4);
  const cap = capOf(3, (socket) => socket === sockets[3]);
  for (const socket of sockets) cap.opened(socket);
  expect(open(sockets)).toEqual([false, true, true, true]);
});

test('clients with one connection each leave the newest its own', () => {
  const sockets = Array.from({ length: 4 }, (_, at) => connections(`192.0.2.${at}`, 1)).flat();
  const cap = capOf(3);
  for (const socket of sockets) cap.opened(socket);
  expect(open(sockets)).toEqual([false, true, true, true]);
});

test.each([
  ['idle', () => true, [true, false, true, true]],
  ['all in use', () => false, [false, true, true, true]],
])('an account that holds more connections than there may be, %s, loses its own', (_, isIdle, expected) => {
  const [one, many] = [connections('192.0.2.1', 1), connections('192.0.2.2', 4)];
  const cap = capConnections((socket) => socket !== many[0] && isIdle(), { strangers: 100, callers: 4 });
  for (const socket of [...one, ...many]) {
    cap.opened(socket);
    acceptCaller(socket, one.includes(socket) ? 'clinic' : 'other');
  }
  expect([open(one), open(many)]).toEqual([[true], expected]);
});

test('keys of one account from many addresses are counted together, and each connection once', () => {
  const sockets = Array.from({ length: 4 }, (_, at) => connections(`192.0.2.${at}`, 1)).flat();
  const cap = capConnections(() => true, { strangers: 100, callers: 3 });
  for (const socket of sockets) {
    cap.opened(socket);
    for (const account of ['clinic', 'clinic', 'other']) acceptCaller(socket, account);
  }
  expect(open(sockets)).toEqual([false, true, true, true]);
});

test('a connection that has closed by itself is not counted', async () => {
  const cap = capOf(2);
  const sockets = connections('192.0.2.1', 3);
  for (const socket of sockets.slice(0, 2)) cap.opened(socket);
  sockets[0]?.destroy();
  await new Promise((resolve) => sockets[0]?.once('close', resolve));
  for (const socket of sockets.slice(2)) cap.opened(socket);
  expect(open(sockets)).toEqual([false, true, true]);
});
