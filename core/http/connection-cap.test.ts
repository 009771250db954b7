import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { acceptCaller, capConnections } from './connection-cap.ts';

function connections(address: string, number: number): readonly Socket[] {
  return Array.from({ length: number }, () =>
    Object.defineProperty(new Socket(), 'remoteAddress', { value: address, configurable: true }),
  );
}

const open = (sockets: readonly Socket[]) => sockets.map(({ destroyed }) => !destroyed);

test('a client that holds many connections loses its oldest, and another keeps its only one', () => {
  const cap = capConnections(() => true, 3);
  const [other, many] = [connections('192.0.2.1', 1), connections('192.0.2.2', 4)];
  for (const socket of [...other, ...many]) cap.opened(socket);
  expect([open(other), open(many)]).toEqual([[true], [false, false, true, true]]);
});

test('a connection on which a key was accepted is neither closed nor counted', () => {
  const cap = capConnections(() => true, 2);
  const sockets = connections('192.0.2.1', 5);
  for (const socket of sockets.slice(0, 2)) {
    cap.opened(socket);
    acceptCaller(socket);
  }
  for (const socket of sockets.slice(2)) cap.opened(socket);
  expect(open(sockets)).toEqual([true, true, false, true, true]);
});

test('a connection with a request in progress is not closed', () => {
  const sockets = connections('192.0.2.1', 3);
  const cap = capConnections((socket) => socket !== sockets[0], 2);
  for (const socket of sockets) cap.opened(socket);
  expect(open(sockets)).toEqual([true, false, true]);
});

test('a client whose requests do not end closes no connection of others, and only its own oldest ones', () => {
  const [slow, known, fresh] = [connections('192.0.2.1', 4), connections('192.0.2.2', 1), connections('192.0.2.3', 1)];
  const cap = capConnections((socket) => !slow.includes(socket), 4);
  for (const socket of [...slow.slice(0, 3), ...known, ...fresh, ...slow.slice(3)]) cap.opened(socket);
  expect([open(slow), open(known), open(fresh)]).toEqual([[false, false, true, true], [true], [true]]);
});

test('a new connection is served though all others of its address have requests in progress', () => {
  const sockets = connections('192.0.2.1', 4);
  const cap = capConnections((socket) => socket === sockets[3], 3);
  for (const socket of sockets) cap.opened(socket);
  expect(open(sockets)).toEqual([false, true, true, true]);
});

test('clients with one connection each leave the newest its own', () => {
  const sockets = Array.from({ length: 4 }, (_, at) => connections(`192.0.2.${at}`, 1)).flat();
  const cap = capConnections(() => true, 3);
  for (const socket of sockets) cap.opened(socket);
  expect(open(sockets)).toEqual([false, true, true, true]);
});

test('a connection that has closed by itself is not counted', async () => {
  const cap = capConnections(() => true, 2);
  const sockets = connections('192.0.2.1', 3);
  for (const socket of sockets.slice(0, 2)) cap.opened(socket);
  sockets[0]?.destroy();
  await new Promise((resolve) => sockets[0]?.once('close', resolve));
  for (const socket of sockets.slice(2)) cap.opened(socket);
  expect(open(sockets)).toEqual([false, true, true]);
});
