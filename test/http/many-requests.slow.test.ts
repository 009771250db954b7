import { request } from 'node:http';
import { temporaryFolder } from 'chronoscribe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startChronoscribe } from '../bench/server-process.ts';

const key = 'a-key-for-tests-that-is-long-enough';
const requests = 10_000;

interface TestResponse {
  readonly status: number;
  readonly text: string;
}

/** Sends a request over a connection of its own. */
function call(url: string, method: string, path: string, body?: object): Promise<TestResponse> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const sent = request(new URL(path, url), { method, agent: false, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => {
        text += piece;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

describe('ten thousand requests at once, each over a connection of its own', () => {
  it('are all answered, and each does what it asked for exactly once', async () => {
    const folder = await temporaryFolder();
    const host = await startChronoscribe(folder.path, key);
    onTestFinished(async () => {
      await host.stop();
      await folder.remove();
    });
    const shown = async (): Promise<number> => {
      const { text } = await call(host.url, 'GET', '/v1/current-time');
      return Date.parse((JSON.parse(text) as { current_time: string }).current_time);
    };
    await call(host.url, 'POST', '/v1/pause-time', {});
    const before = await shown();

    const answers = await Promise.all(
      Array.from({ length: requests }, () => call(host.url, 'POST', '/v1/fast-forward', { duration: '1m' })),
    );

    expect(
      Map.groupBy(answers, ({ status }) => status)
        .keys()
        .toArray(),
    ).toEqual([200]);
    expect((await shown()) - before).toBe(requests * 60_000);
  });
});
