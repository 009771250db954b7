import { workflow } from 'chronoscribe';
import { engineListener, startTcpProxy } from 'chronoscribe/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { asIs, waitOptions } from '../contract/test-bed.ts';
import { messagesOf, recorder } from '../testing/recorder.ts';
import { echo, reaches, submit } from '../testing/runs.ts';
import { enginesForEachTest } from './testing/engines.ts';

const { open, outside, schema, startProxy } = await enginesForEachTest();

/** Ends the leases of all hosts, as if half a minute had passed. */
async function expireLeases(): Promise<void> {
  await (await outside()).query('delete from documents_engine_hosts');
}

/** Lets the server have no room for updates of a table that meet a condition. */
async function noRoom(table: string, when: string): Promise<{ restore(): Promise<unknown> }> {
  const tables = await outside();
  await tables.query(
    `create function no_room() returns trigger language plpgsql as $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`,
  );
  await tables.query(
    `create trigger no_room before update on ${table} for each row when (${when}) execute function "${schema()}".no_room()`,
  );
  return { restore: () => tables.query(`drop trigger no_room on ${table}`) };
}

const away = 'the workflow database cannot be used; trying again every second';

describe('the workflow engine postgres, while its database is away', () => {
  it('refuses requests, keeps the result of the step in progress, and continues by itself', async () => {
    const [lines, log] = recorder();
    const proxy = await startProxy();
    const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let runs = 0;
    const costly = workflow('costly')
      .step('first', async () => {
        runs += 1;
        begun.resolve();
        await go.promise;
        return 'costly';
      })
      .step('second', ({ first }) => first)
      .answer((body) => ({ body, location: '/' }));
    const settled = vi.fn();
    const engine = await open({ url: proxy.url, log });
    await engine.start([costly], engineListener(settled));
    const id = await submit(engine, costly);
    await begun.promise;

    await proxy.cut();
    go.resolve();
    await expect(submit(engine, costly)).rejects.toMatchObject({ code: 'provider-unavailable', status: 503 });
    await expect(engine.state(id)).rejects.toMatchObject({ code: 'provider-unavailable' });
    await vi.waitFor(() => expect(messagesOf(lines)).toContain(away), waitOptions);
    await proxy.restore();
    await expireLeases();

    await reaches(engine, id, { status: 'done', output: 'costly' });
    expect(runs).toBe(1);
    expect(messagesOf(lines).filter((message) => message === away)).toHaveLength(1);
    await engine.close();
    expect(settled.mock.calls).toEqual([[id]]);
  });

  it('says which database failed when the steps of a run cannot be read', async () => {
    const engine = await open();
    await engine.start([echo], engineListener());
    const id = await submit(engine, echo);
    await reaches(engine, id, { status: 'done' });
    await (await outside()).query('alter table documents_engine_nodes rename to hidden_nodes');
    await expect(engine.steps(id)).rejects.toThrow(/^Postgres at .*documents_engine_nodes/);
    await (await outside()).query('alter table hidden_nodes rename to documents_engine_nodes');
  });

  it('refuses requests while a load balancer accepts its connections and closes them', async () => {
    const proxy = await startProxy();
    const balancer = await startTcpProxy(proxy.url);
    onTestFinished(() => balancer.stop());
    const engine = await open({ url: balancer.url });
    await engine.start([echo], engineListener());

    await proxy.cut();
    await expect(submit(engine, echo)).rejects.toMatchObject({ code: 'provider-unavailable', status: 503 });
    await proxy.restore();

    const submitted = vi.waitFor(() => submit(engine, echo, 'Good morning'), waitOptions);
    await reaches(engine, await submitted, { status: 'done', output: 'Good morning!' });
  });

  it('continues by itself after statements that were never answered', async () => {
    const proxy = await startProxy();
    const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = workflow('slow')
      .step('first', () => {
        begun.resolve();
        return go.promise;
      })
      .step('second', () => 'done')
      .answer((body) => ({ body, location: '/' }));
    const engine = await open({ url: proxy.url, answerMs: 1000 });
    await engine.start([slow], engineListener());
    const id = await submit(engine, slow);
    await begun.promise;

    proxy.pause();
    go.resolve();
    // Long enough for the step's end to have been sent.
    await new Promise((resolve) => setTimeout(resolve, 300));
    proxy.resume();

    await reaches(engine, id, { status: 'done', output: 'done' });
  });

  it.each([
    ['a step is', '"status":"completed"'],
    ['the run is', 'commit'],
  ])('ends each run once, although it is not told that %s saved', async (_, statement) => {
    const proxy = await startProxy();
    const settled = vi.fn();
    const go = Promise.withResolvers<void>();
    let runs = 0;
    const slow = workflow('slow')
      .step('work', () => {
        runs += 1;
        return go.promise;
      })
      .answer((body) => ({ body, location: '/' }));
    const engine = await open({ url: proxy.url });
    await engine.start([slow], engineListener(settled));
    const id = await submit(engine, slow);
    await reaches(engine, id, { status: 'running' });
    proxy.cutAfter(statement);
    go.resolve();
    await vi.waitFor(
      () => engine.state(id).then((state) => expect(state).toMatchObject({ status: 'done' })),
      waitOptions,
    );
    expect(runs).toBe(1);
    await engine.close();
    expect(settled.mock.calls).toEqual([[id]]);
  });

  it('aborts a step that another host has taken over, and undoes nothing of what that one makes', async () => {
    const proxy = await startProxy();
    const done: string[] = [];
    const at = (host: string) =>
      workflow('contested')
        .step('work', async (_, { signal }) => {
          done.push(`begun ${host}`);
          if (host === 'cut off') {
            await new Promise((resolve) => signal.addEventListener('abort', resolve));
            done.push('left');
          }
          return host;
        })
        .answer((body) => ({ body, location: '/' }));
    const announced: string[] = [];
    const cutOff = await open({ url: proxy.url });
    await cutOff.start(
      [at('cut off')],
      engineListener(() => announced.push('cut off')),
    );
    const id = await submit(cutOff, at('any'));
    await vi.waitFor(() => expect(done).toEqual(['begun cut off']), waitOptions);

    await proxy.cut();
    await expireLeases();
    const peer = await open({ host: 'there' });
    await peer.start(
      [at('peer')],
      engineListener(() => announced.push('peer')),
    );
    await reaches(peer, id, { status: 'done' });
    await proxy.restore();

    await vi.waitFor(() => expect(done).toEqual(['begun cut off', 'begun peer', 'left']), waitOptions);
    await reaches(cutOff, id, { status: 'done', output: 'peer' });
    expect(announced).toEqual(['peer']);
  });

  it('does no step again for whose result the server has no room, and goes on once it has', async () => {
    const [logged, log] = recorder();
    const engine = await open({ log });
    let runs = 0;
    const costly = workflow('costly')
      .step('work', () => {
        runs += 1;
        return 'done';
      })
      .answer(asIs);
    await engine.start([costly], engineListener());
    const { restore } = await noRoom('documents_engine_nodes', `new.body::jsonb ->> 'status' = 'completed'`);
    const id = await submit(engine, costly);
    await vi.waitFor(() => expect(messagesOf(logged)).toEqual(['a change of a run is not saved yet']), waitOptions);
    await restore();
    await reaches(engine, id, { status: 'done', output: 'done' });
    expect(runs).toBe(1);
  });
});
