import { workflow } from 'chronoscribe';
import { describe, expect, it, vi } from 'vitest';
import { patiently } from '../contract/test-bed.ts';
import { messagesOf, recorder } from '../testing/recorder.ts';
import { echo, reaches, submit } from '../testing/runs.ts';
import { enginesForEachTest } from './testing/engines.ts';

const { open, outside, schema, layWire } = await enginesForEachTest();

const away = 'the workflow database cannot be read or written; trying again until it can';

describe('the workflow engine postgres, while its database is away', () => {
  it('refuses what comes, keeps what its steps have made, and goes on unaided', async () => {
    const [lines, log] = recorder();
    const wire = await layWire();
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
    const engine = await open({ url: wire.url, log, leaseMs: 60_000 });
    await engine.start([costly], settled);
    const id = await submit(engine, costly);
    await begun.promise;

    await wire.cut();
    go.resolve();
    await expect(submit(engine, costly)).rejects.toMatchObject({ code: 'provider-unavailable', status: 503 });
    await expect(engine.state(id)).rejects.toMatchObject({ code: 'provider-unavailable' });
    await vi.waitFor(() => expect(messagesOf(lines)).toContain(away), patiently);
    await wire.restore();

    await reaches(engine, id, { status: 'done' });
    expect(await engine.state(id)).toMatchObject({ output: 'costly' });
    expect(runs).toBe(1);
    expect(settled.mock.calls).toEqual([[id]]);
    expect(messagesOf(lines).filter((message) => message === away)).toHaveLength(1);
  });

  it('goes on by itself where statements were never answered, and nobody said that they are lost', async () => {
    const wire = await layWire();
    const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = workflow('slow')
      .step('first', () => {
        begun.resolve();
        return go.promise;
      })
      .step('second', () => 'done')
      .answer((body) => ({ body, location: '/' }));
    const engine = await open({ url: wire.url, leaseMs: 60_000, answerMs: 1_000 });
    await engine.start([slow], () => undefined);
    const id = await submit(engine, slow);
    await begun.promise;

    wire.pause();
    go.resolve();
    // Long enough for the step's end to have been sent.
    await new Promise((resolve) => setTimeout(resolve, 300));
    wire.resume();

    await reaches(engine, id, { status: 'done', output: 'done' });
  });

  it('outlives a server that goes away while openworkflow connects to it', async () => {
    const wire = await layWire();
    const engine = await open({ url: wire.url });
    // What postgres.js asks beside the statement that it connects for; nobody would hear that fail, and so it would end the process.
    wire.cutForAfter(500, 'pg_catalog.pg_type');
    await engine.start([echo], () => undefined);
    await reaches(engine, await submit(engine, echo), { status: 'done' });
  });

  it.each([
    ['a step is', 'UPDATE "SCHEMA"."step_attempts" sa'],
    ['the run is', `"workflow_runs"\n      SET\n        "status" = 'completed'`],
  ])('ends each run once, although it is not told that %s saved', async (_, statement) => {
    const [lines, log] = recorder();
    const wire = await layWire();
    const settled = vi.fn();
    const go = Promise.withResolvers<void>();
    let runs = 0;
    const slow = workflow('slow')
      .step('work', () => {
        runs += 1;
        return go.promise;
      })
      .answer((body) => ({ body, location: '/' }));
    const engine = await open({ url: wire.url, log });
    await engine.start([slow], settled);
    const id = await submit(engine, slow);
    await reaches(engine, id, { status: 'running' });
    wire.cutAfter(statement.replace('SCHEMA', schema()));
    go.resolve();
    await reaches(engine, id, { status: 'done' });
    await vi.waitFor(() => expect(settled.mock.calls).toEqual([[id]]), patiently);
    expect(runs).toBe(1);
    expect(messagesOf(lines)).toContain(away);
  });

  it('leaves its steps once another host may have taken over, and undoes nothing of what that one makes', async () => {
    const wire = await layWire();
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
    const cutOff = await open({ url: wire.url, leaseMs: 1200 });
    await cutOff.start([at('cut off')], () => announced.push('cut off'));
    const id = await submit(cutOff, at('any'));
    await vi.waitFor(() => expect(done).toEqual(['begun cut off']), patiently);
    const peer = await open({ host: 'there', leaseMs: 1200 });
    await peer.start([at('peer')], () => announced.push('peer'));

    await wire.cut();
    await reaches(peer, id, { status: 'done' });
    await vi.waitFor(() => expect(done.toSorted()).toEqual(['begun cut off', 'begun peer', 'left']), patiently);
    await wire.restore();

    await vi.waitFor(() => expect(cutOff.state(id)).resolves.toMatchObject({ status: 'done', output: 'peer' }), patiently);
    const next = await submit(cutOff, at('any'));
    await cutOff.cancel(next);
    await vi.waitFor(() => expect(announced).toContain('peer'), patiently);
    expect(announced.filter((host) => host === 'peer')).toHaveLength(1);
  });

  it('fails a run for whose result the server has no room, so that it can be retried', async () => {
    const engine = await open();
    await engine.start([echo], () => {});
    const tables = await outside();
    await tables.query(
      `create function no_room() returns trigger language plpgsql as $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`,
    );
    await tables.query(
      `create trigger no_room before update of status on step_attempts for each row when (new.status = 'completed' and new.step_name = 'second') execute function "${schema()}".no_room()`,
    );
    const id = await submit(engine, echo, 'Good morning');
    await reaches(engine, id, { status: 'failed' });
    expect((await engine.state(id))?.problem).toMatchObject({ code: 'insufficient-storage', status: 507 });
    await tables.query('drop trigger no_room on step_attempts');
    expect(await engine.retry(id)).toBe(true);
    await reaches(engine, id, { status: 'done' });
  });

  it('goes on by itself after a time in which the end of a run cannot be saved', async () => {
    const [lines, log] = recorder();
    const engine = await open({ log });
    await engine.start([echo], () => {});
    const tables = await outside();
    await tables.query(
      `create function no_room() returns trigger language plpgsql as $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`,
    );
    await tables.query(
      `create trigger no_room before update of status on workflow_runs for each row when (new.status in ('completed', 'failed')) execute function "${schema()}".no_room()`,
    );
    const id = await submit(engine, echo, 'Good morning');
    await vi.waitFor(() => expect(messagesOf(lines)).toContain(away), patiently);
    await tables.query('drop trigger no_room on workflow_runs');
    await reaches(engine, id, { status: 'done' });
    expect(await engine.state(id)).toMatchObject({ output: 'Good morning!' });
  });
});
