import { randomUUID } from 'node:crypto';
import { Problem, workflow } from 'chronoscribe';
import type { RunEvent } from 'chronoscribe/host';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { all, dictation, dictationEvents, texts } from './dictation.ts';
import { asIs, gate, type TestBeds, untilAborted, waitOptions } from './test-bed.ts';

const never = new AbortController().signal;

/** In most of these, the host `here` has no workflow, so that all is done `there`. */
export function acrossContract({ open, folder: newFolder, loseMessages }: TestBeds): void {
  describe('reaches a run that another host executes', () => {
    it('to watch all events in order', async () => {
      const folder = await newFolder();
      const [here, there] = [await open([], folder, 'here'), await open([dictation], folder, 'there')];
      for (const submitter of [here, there]) {
        const id = randomUUID();
        const watching = [
          all(here.engine.watch(id, never)),
          all(here.engine.watch(id, never)),
          all(there.engine.watch(id, never)),
        ];
        await submitter.engine.submit({ id, account: 'clinic', workflow: 'dictation', input: null });
        for (const events of await Promise.all(watching)) expect(events).toEqual(dictationEvents);
        expect(await here.engine.state(id)).toMatchObject({ status: 'done' });
      }
    });

    it('to signal and wake it, and to cancel its children', async () => {
      const folder = await newFolder();
      const aborted: string[] = [];
      const letter = workflow('letter')
        .step('write', (_, { signal, runId }) => untilAborted(signal).finally(() => aborted.push(runId)))
        .answer(asIs);
      const visit = workflow('visit')
        .waitFor('approval', z.string())
        .sleep('pause', '1d', { clock: 'account' })
        .child('letter', letter, () => null)
        .answer(asIs);
      const there = await open([visit], folder, 'there');
      const id = await there.submit(visit);
      await there.reached(id, 'approval');
      const here = await open([visit], folder, 'here');
      expect(await here.engine.signal(id, 'approval', 'yes')).toBe(true);
      await vi.waitFor(() => expect([...here.armed, ...there.armed]).toHaveLength(1), waitOptions);
      await here.engine.wake(id, 'pause', 1);
      await vi.waitFor(
        async () => expect(JSON.stringify(await here.engine.steps(id))).toMatch(/"letter\/write".{1,60}"running"/),
        waitOptions,
      );
      expect(await here.engine.cancel(id)).toBe(true);
      await vi.waitFor(() => expect(aborted).toHaveLength(1), waitOptions);
      expect(await there.engine.state(id)).toMatchObject({ status: 'cancelled' });
      expect([...here.announced, ...there.announced]).toEqual([id]);
    });

    it('to watch it from its middle', async () => {
      const folder = await newFolder();
      const heard = gate();
      let over = false;
      const talk = workflow('talk')
        .step('speak', async (_, { text }) => {
          text('before');
          while (!over) {
            text('.');
            await new Promise((later) => setTimeout(later, 5));
          }
          text('after');
        })
        .answer(asIs);
      const [here, there] = [await open([], folder, 'here'), await open([talk], folder, 'there')];
      const id = await there.submit(talk);
      await here.reached(id, 'speak');
      const events: RunEvent[] = [];
      const watching = (async () => {
        for await (const event of here.engine.watch(id, never)) {
          events.push(event);
          heard.resolve();
        }
      })();
      await heard.promise;
      over = true;
      await watching;
      expect(texts(events).join('')).toMatch(/^\.+after$/);
      expect(events.at(-1)).toEqual({ type: 'end' });
    });

    it('to watch long and quick text in any script', async () => {
      const folder = await newFolder();
      const pieces = Array.from({ length: 400 }, (_, at) => `${at} ${'“Bäh” 🦴\n'.repeat(at % 7)}`);
      const long = `${'Ω🦴"\\'.repeat(3000)}.`;
      const chatty = workflow('chatty')
        .step('speak', async (_, { text }) => {
          for (const [at, piece] of pieces.entries()) {
            text(piece);
            if (at % 50 === 0) await new Promise(setImmediate);
          }
          text(long);
        })
        .answer(asIs);
      const [here] = [await open([], folder, 'here'), await open([chatty], folder, 'there')];
      const id = randomUUID();
      const events = all(here.engine.watch(id, never));
      await here.engine.submit({ id, account: 'clinic', workflow: 'chatty', input: null });
      expect(texts(await events).join('')).toBe(pieces.join('') + long);
      expect((await events).every((event) => event.type !== 'text' || event.text.isWellFormed())).toBe(true);
    });

    it('to watch it fail, and to watch it again after a retry', async () => {
      const folder = await newFolder();
      let mended = false;
      const fragile = workflow('fragile')
        .step('speak', (_, { text }) => {
          if (!mended) throw new Problem('provider-failed', { detail: 'No.' });
          text('mended');
          return 'well';
        })
        .answer(asIs);
      const [here, there] = [await open([], folder, 'here'), await open([fragile], folder, 'there')];
      const id = randomUUID();
      const failing = all(here.engine.watch(id, never));
      await here.engine.submit({ id, account: 'clinic', workflow: 'fragile', input: null });
      expect((await failing).at(-1)).toEqual({ type: 'end' });
      expect(await here.engine.state(id)).toMatchObject({ status: 'failed', problem: { code: 'provider-failed' } });

      mended = true;
      expect(await here.engine.retry(id)).toBe(true);
      const events = all(here.engine.watch(id, never));

      expect(await here.settled(id)).toMatchObject({ status: 'done', output: 'well' });
      expect((await events).at(-1)).toEqual({ type: 'end' });
      await vi.waitFor(() => expect(there.announced).toEqual([id, id]), waitOptions);
      expect(here.announced).toEqual([]);
    });

    it.each(['received', 'lost'])('to cancel it and abort its step, although messages are %s', async (messages) => {
      const folder = await newFolder();
      if (messages === 'lost') loseMessages(folder);
      const aborted = gate<unknown>();
      const later = vi.fn();
      const long = workflow('long')
        .step('work', (_, { signal }) => untilAborted(signal).catch((reason) => aborted.resolve(reason)))
        .step('later', later)
        .answer(asIs);
      const [here, there] = [await open([], folder, 'here'), await open([long], folder, 'there')];
      const id = await here.submit(long);
      await here.reached(id, 'work');
      const events = [all(here.engine.watch(id, never)), all(there.engine.watch(id, never))];

      expect(await here.engine.cancel(id)).toBe(true);

      expect(await here.engine.state(id)).toEqual({
        status: 'cancelled',
        step: 'work',
        output: null,
        problem: null,
        isWaiting: false,
      });
      await aborted.promise;
      for (const told of events) expect(await told).toEqual([{ type: 'end' }]);
      expect(await there.engine.cancel(id)).toBe(false);
      expect([...here.announced, ...there.announced]).toEqual([id]);
      const [next, another] = [await here.submit(long), await here.submit(long)];
      await here.reached(next, 'work');
      await here.reached(another, 'work');
      expect(later).not.toHaveBeenCalled();
    });

    it('to see its end, although messages are lost', async () => {
      const folder = await newFolder();
      loseMessages(folder);
      const [here, there] = [await open([], folder, 'here'), await open([dictation], folder, 'there')];
      const ids = Array.from({ length: 5 }, () => randomUUID());
      const ends = ids.map((id) => all(here.engine.watch(id, never)));
      for (const id of ids) await here.engine.submit({ id, account: 'clinic', workflow: 'dictation', input: null });
      expect((await Promise.all(ends)).map((events) => events.at(-1))).toEqual(ids.map(() => ({ type: 'end' })));
      await vi.waitFor(() => expect(there.announced.toSorted()).toEqual(ids.toSorted()), waitOptions);
    });

    it('to forget it once it is settled, and not before', async () => {
      const folder = await newFolder();
      const go = gate();
      const held = workflow('held')
        .step('hold', () => go.promise)
        .answer(asIs);
      const [here, there] = [await open([], folder, 'here'), await open([held], folder, 'there')];
      const id = await here.submit(held);
      await here.reached(id, 'hold');
      await expect(here.engine.forget(id)).rejects.toMatchObject({ code: 'run-not-settled', status: 409 });
      go.resolve();
      await here.settled(id);
      await here.engine.forget(id);
      expect(await there.engine.state(id)).toBeUndefined();
    });
  });
}
