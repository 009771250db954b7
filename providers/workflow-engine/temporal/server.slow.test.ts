import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { workflow } from 'chronoscribe';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { asIs, gate, testBeds, untilAborted, waitOptions } from '../contract/test-bed.ts';
import { openDatabaseOfTest } from '../testing/database-of-test.ts';
import { interpreterVersion } from './messages.ts';
import { hasTemporal, openTemporalOfTest } from './testing/server.ts';

const isBuilt = hasTemporal();

describe.skipIf(!isBuilt)('with the server of Temporal', async () => {
  if (!isBuilt) return;
  const [database, server] = [await openDatabaseOfTest(), await openTemporalOfTest()];
  const connection = await Connection.connect({ address: server.address });
  const client = new Client({ connection });
  afterAll(async () => {
    await connection.close();
    await Promise.all([database.stop(), server.remove()]);
  });
  const { open } = testBeds(new URL('./testing/opened-for-contract.ts', import.meta.url));

  it('a run of 2,100 steps at once goes on in new executions of its workflow, and does each step once', async () => {
    const done: number[] = [];
    const long = workflow('long')
      .each(
        'pages',
        () => [...Array(2100).keys()],
        { concurrency: 2100 },
        (w) => w.step('read', ({ index }) => done.push(index)),
      )
      .step('count', ({ pages }) => pages.length)
      .answer(asIs);
    const { engine, submit } = await open([long]);
    const id = await submit(long);
    const isDone = async () => expect(await engine.state(id)).toMatchObject({ status: 'done', output: 2100 });
    await vi.waitFor(isDone, { timeout: 150_000, interval: 200 });
    expect(done.toSorted((a, b) => a - b)).toEqual([...Array(2100).keys()]);
    const executions = await Array.fromAsync(client.workflow.list({ query: `WorkflowId = '${id}'` }));
    expect(executions.length).toBeGreaterThan(1);
  }, 180_000);

  it('a step is an activity of its path in a workflow of the id of its run, in which nothing can be read', async () => {
    const secret = workflow<string>('secret')
      .step('listen', ({ input }) => `heard ${input}`)
      .step('fail', ({ listen }) => {
        throw new Error(listen);
      })
      .answer(asIs);
    const { submit, settled, engine } = await open([secret]);
    const id = await submit(secret, 'marker-of-a-patient');
    expect(await settled(id)).toMatchObject({ status: 'failed' });
    const history = await client.workflow.getHandle(id).fetchHistory();
    const payloads: string[] = [];
    // In JSON, bytes are base64.
    const text = JSON.stringify(history.events, (_, value: unknown) => {
      if (typeof value === 'string') payloads.push(Buffer.from(value, 'base64').toString());
      return value;
    });
    expect(text).toContain('"activityId":"listen 1"');
    expect(payloads).toContain('binary/chronoscribe');
    expect(payloads).not.toContain('json/plain');
    for (const word of ['marker-of-a-patient', 'heard', 'clinic'])
      expect(text + payloads.join(' '), word).not.toContain(word);
    await engine.forget(id);
    expect(await engine.state(id)).toBeUndefined();
  });

  it('runs wait while it is away, and what would start one says when to come again', async () => {
    const go = gate();
    const held = workflow('held')
      .step('hold', () => go.promise)
      .step('after', () => 'after')
      .answer(asIs);
    const { engine, submit, reached } = await open([held]);
    const id = await submit(held);
    await reached(id, 'hold');
    await server.kill();
    const later = await submit(held);
    await vi.waitFor(
      async () => await expect(submit(held)).rejects.toMatchObject({ code: 'provider-unavailable', retryAfter: 5 }),
      waitOptions,
    );
    expect(await engine.state(id)).toMatchObject({ status: 'running' });
    go.resolve();
    await server.start();
    const isDone = async (each: string) =>
      expect(await engine.state(each)).toMatchObject({ status: 'done', output: 'after' });
    // The library asks a server that was away again ever more rarely.
    for (const each of [id, later]) await vi.waitFor(() => isDone(each), { timeout: 90_000, interval: 100 });
  }, 120_000);

  it('a run that it has lost is begun again with what is not done, when its host starts', async () => {
    let isStuck = true;
    const done: string[] = [];
    const visit = workflow('visit')
      .step('see', () => void done.push('see'))
      .step('work', (_, { signal }) => (isStuck ? untilAborted(signal) : done.push('work')))
      .answer(asIs);
    const before = await open([visit]);
    const id = await before.submit(visit);
    await before.reached(id, 'work');
    await before.stop();
    await client.workflow.getHandle(id).terminate();
    isStuck = false;
    const after = await open([visit], before.folder);
    expect(await after.settled(id)).toMatchObject({ status: 'done' });
    expect(done).toEqual(['see', 'work']);
    expect(await after.engine.state(randomUUID())).toBeUndefined();
  });

  it('a host with another version of the interpreter goes on with open runs once no host of theirs is left', async () => {
    const begun: string[] = [];
    const letter = workflow<string>('letter')
      .step('write', ({ input }) => void begun.push(`write ${input}`))
      .waitFor('approved', z.object({}))
      .step('send', ({ input }) => void begun.push(`send ${input}`))
      .answer(asIs);
    const before = await open([letter], undefined, 'before');
    const version = interpreterVersion + 1;
    const [first, second] = [await before.submit(letter, 'first'), await before.submit(letter, 'second')];
    for (const id of [first, second])
      await vi.waitFor(
        async () => expect(await before.engine.state(id)).toMatchObject({ isWaiting: true }),
        waitOptions,
      );
    const after = await open([letter], before.folder, `after v${version}`);
    const executionsOf = (id: string) => Array.fromAsync(client.workflow.list({ query: `WorkflowId = '${id}'` }));
    await after.engine.signal(first, 'approved', {});
    await before.settled(first);
    expect((await executionsOf(first)).length, 'a host of its version is there').toBe(1);
    await before.stop();
    await after.engine.signal(second, 'approved', {});
    const isDone = async () => expect(await after.engine.state(second)).toMatchObject({ status: 'done' });
    await vi.waitFor(isDone, { timeout: 150_000, interval: 200 });
    expect(begun.toSorted()).toEqual(['send first', 'send second', 'write first', 'write second']);
    const statuses = async () => (await executionsOf(second)).map(({ status }) => status.name).toSorted();
    // The server's list follows what has happened.
    await vi.waitFor(async () => expect(await statuses()).toEqual(['COMPLETED', 'TERMINATED']), waitOptions);
  }, 240_000);
});
