import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { temporaryFolder } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type CliHost, startCli } from '../../core/cli/testing.ts';

/** A host that is killed once a plan has moved, and before its clock knows the next event. */
const key = 'a-key-for-crashes-that-is-long-enough';
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const attempts = 2;

const telling = {
  on: 'event.passed',
  do: [{ 'events.record': { description: '=event.event_id', location: 'Told', time: '2000-01-01T00:00:00Z' } }],
};

/** Whether a store shows that something was rescheduled. Looks at its file, which is faster than to ask the host. */
const isMoved = {
  sqlite(data: string, moves: number) {
    const database = new DatabaseSync(join(data, 'chronoscribe.db'), { readOnly: true });
    try {
      const found = database.prepare(`
        select count(*) as count from journal_revision
        where operation = 'reschedule' and seq <= (select max(seq) from journal_commit)`);
      return Number(found.get()?.count) >= moves;
    } finally {
      database.close();
    }
  },
  lowdb(data: string, moves: number) {
    const file = join(data, 'chronoscribe.json');
    return existsSync(file) && readFileSync(file, 'utf8').split(/"operation": ?"reschedule"/).length > moves;
  },
};

async function call(host: CliHost, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(host.url + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  expect(response.status, JSON.stringify(answer)).toBeLessThan(300);
  return answer;
}

test.each(['sqlite', 'lowdb'] as const)(
  'on the store %s, the clock passes what was moved',
  async (store) => {
    const folder = await temporaryFolder();
    onTestFinished(folder.remove);
    const [config, data] = [join(folder.path, 'config.yaml'), join(folder.path, 'data')];
    const settings = { log: { level: 'error' }, providers: { store: { use: store } }, automations: { telling } };
    await writeFile(config, JSON.stringify(settings));
    const start = () => startCli(['--data', data, '--config', config], { environment: { CHRONOSCRIBE_API_KEY: key } });

    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const dying = await start();
      const { current_time } = z
        .object({ current_time: z.string() })
        .parse(await call(dying, 'GET', '/v1/current-time'));
      const after = (hours: number) => new Date(Date.parse(current_time) + hours * 3_600_000).toISOString();
      const event = { event_id: `step ${attempt}`, description: 'A step', location: 'Plan', time: after(90_000) };
      await call(dying, 'POST', '/v1/record-event', event);
      const move = { event_id: event.event_id, time: after(1) };
      const answered = call(dying, 'POST', '/v1/reschedule', move).catch(() => undefined);
      while (!isMoved[store](data, attempt)) await setImmediate();
      dying.process.kill('SIGKILL');
      await Promise.all([dying.finished, answered]);

      const next = await start();
      await call(next, 'POST', '/v1/fast-forward', { duration: '2h' });
      const query = new URLSearchParams({ location: 'Told', time_range: '2000-01-01T00:00:00Z/2000-01-02T00:00:00Z' });
      const told = async () => JSON.stringify(await call(next, 'GET', `/v1/search-events?${query}`));
      await expect.poll(told, { timeout: 30_000 }).toContain(`"${event.event_id}"`);
      next.process.kill('SIGKILL');
      await next.finished;
    }
  },
  300_000,
);
