import { once } from 'node:events';
import { createServer, get, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from './client.ts';
import { installServiceClock, type ServiceTimers } from './fake-timers.ts';
import { startServiceProcess } from './testing/service-process.ts';

const hour = 3_600_000;
const service = await startServiceProcess();
afterAll(() => service.stop());
const client = createClient(service);

// The real ones, for servers that answer late by the real time.
const { setTimeout: later } = globalThis;

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
    .on('upgrade', () => undefined)
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a move that waits for the network', () => {
  let timers: ServiceTimers;
  let heard: string[];
  const install = async (patienceMs?: number) => {
    timers = await installServiceClock(client, { waitFor: 'network', ...(patienceMs && { patienceMs }) });
  };
  const hear = (what: string) => heard.push(`${what} at ${new Date().toISOString().slice(11, 16)}`);

  beforeEach(async () => {
    heard = [];
    await client.clock.pause();
    await client.clock.travel('2030-01-01T09:00:00Z', 'Berlin');
    await install();
  });
  afterEach(() => timers.uninstall());

  it('lets a timer ask, and ask again, before the next one fires', async () => {
    const url = await listening((_, response) => later(() => response.end('{"ok": true}'), 30));
    setTimeout(async () => {
      for (const step of ['asked', 'asked again', 'asked for the third time']) {
        await (await fetch(url, { method: 'POST', body: '{}' })).json();
        hear(step);
      }
    }, hour);
    setTimeout(() => hear('next'), hour + 1);
    await timers.fastForward('2h');
    expect(heard).toEqual([
      'asked at 10:00',
      'asked again at 10:00',
      'asked for the third time at 10:00',
      'next at 10:00',
    ]);
  });

  it('knows node:http', async () => {
    const url = await listening((_, response) => later(() => response.end('done'), 30));
    setTimeout(() => get(url, (answer) => answer.resume().once('end', () => hear('answered'))), hour);
    await timers.advance('90m');
    expect(heard).toEqual(['answered at 10:00']);
  });

  it('waits until a body is unpacked', async () => {
    const packed = gzipSync(JSON.stringify({ list: Array.from({ length: 200_000 }, (_, index) => index) }));
    const url = await listening((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
    setTimeout(async () => hear(String(((await (await fetch(url)).json()) as { list: number[] }).list.length)), hour);
    setTimeout(() => hear('next'), hour + 1);
    await timers.fastForward('2h');
    expect(heard).toEqual(['200000 at 10:00', 'next at 10:00']);
  });

  it('takes requests that fail for answered', async () => {
    const url = await listening((request) => request.socket.destroy());
    setTimeout(() => void fetch(url).catch(() => hear('broken')), hour);
    setTimeout(() => get(url).once('error', () => hear('broken too')), hour);
    await timers.fastForward('2h');
    expect(heard).toEqual(['broken at 10:00', 'broken too at 10:00']);
  });

  it('waits for what the client asks the service, too', async () => {
    setTimeout(async () => {
      await client.setAnchor({ timestamp: '2030-01-01T10:00:00Z', description: 'ten' });
      hear(`the service says ${(await client.currentTime()).current_time}`);
    }, hour);
    await timers.advance('2h');
    expect(heard).toEqual(['the service says 2030-01-01T10:00:00Z at 10:00']);
  });

  it('makes the move that a timer asks for afterwards', async () => {
    setTimeout(() => void timers.fastForward('1h').then(() => hear('moved')), hour);
    await timers.fastForward('1h');
    expect(await timers.sync()).toEqual(new Date('2030-01-01T11:00:00Z'));
    expect(heard).toEqual(['moved at 11:00']);
  });

  it('does not wait for what began before, nor for a stream of events', async () => {
    const url = await listening((request, response) => {
      if (request.url === '/stream') response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    });
    const before = new AbortController();
    const unanswered = fetch(url, { signal: before.signal }).catch(() => hear('left'));
    setTimeout(async () => {
      await fetch(`${url}/stream`, { signal: before.signal });
      hear('watching');
    }, hour);
    await timers.fastForward('2h');
    expect(heard).toEqual(['watching at 10:00']);
    before.abort();
    await unanswered;
  });

  it('does not wait for a WebSocket', async () => {
    const url = await listening(() => undefined);
    const warnings: string[] = [];
    const warn = ({ name }: Error) => warnings.push(name);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    setTimeout(() => void new WebSocket(url.replace('http', 'ws')).addEventListener('error', () => undefined), hour);
    await timers.fastForward('2h');
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).not.toContain('ServiceClockWarning');
  });

  it('goes on without an answer that does not come, and says so, so that a time limit ends the request', async () => {
    timers.uninstall();
    await install(50);
    const url = await listening(() => undefined);
    const warned = once(process, 'warning');
    setTimeout(() => {
      const limit = AbortSignal.timeout(10_000);
      void fetch(`${url}/charge?card=1`, { signal: limit }).catch((error: Error) => hear(error.name));
    }, hour);
    await timers.fastForward('2h');
    expect(heard).toEqual(['TimeoutError at 10:00']);
    const [warning] = (await warned) as [Error];
    expect(warning.message).toContain(`without the whole answer to GET ${url}/charge:`);
  });

  it('names the requests that it waits for, and ends when it is uninstalled', async () => {
    const arrived = Promise.withResolvers<void>();
    const url = await listening(() => arrived.resolve());
    setTimeout(() => void fetch(url).catch(() => undefined), hour);
    const moving = timers.fastForward('2h');
    const refused = expect(moving).rejects.toThrow('uninstalled');
    await arrived.promise;
    expect(timers.pending().requests).toEqual([`GET ${url}/`]);
    timers.uninstall();
    await refused;
  });
});

describe('without waiting for the network', () => {
  it('a request of a timer is answered after the move', async () => {
    const url = await listening((_, response) => later(() => response.end(), 30));
    await client.clock.pause();
    using timers = await installServiceClock(client);
    const asked = Promise.withResolvers<string>();
    let now = '';
    setTimeout(() => void fetch(url).then(() => asked.resolve(now)), hour);
    await timers.fastForward('2h');
    now = 'after the move';
    expect(await asked.promise).toBe('after the move');
  });
});
