import { Problem, workflow } from 'chronoscribe';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { asIs, gate, type TestBeds, untilAborted } from './test-bed.ts';

const words = ['marker-in-the-input', 'marker-in-a-result', 'marker-in-the-output', 'marker-in-a-problem'] as const;
const [inInput, inResult, inOutput, inProblem] = words;

/** Long enough for a database to keep it in pages of its own. */
const long = (word: string) => `${word} `.repeat(2000);

export function forgettingContract({ open }: TestBeds): void {
  describe('forgets', () => {
    it('a run that is done, without a trace once it is scrubbed', async () => {
      const { engine, submit, settled, keeps } = await open([telling]);
      const id = await submit(telling, { end: 'done', words: long(inInput) });
      await settled(id);
      expect(await keeps(inOutput)).toBe(true);

      await engine.forget(id);
      await engine.scrub();

      expect(await engine.state(id)).toBeUndefined();
      for (const word of words) expect(await keeps(word), word).toBe(false);
    });

    it('a run that has failed, without a trace once it is scrubbed', async () => {
      const { engine, submit, settled, keeps } = await open([telling]);
      const id = await submit(telling, { end: 'failed', words: long(inInput) });
      await settled(id);
      for (const word of [inInput, inResult, inProblem]) expect(await keeps(word), word).toBe(true);

      await engine.forget(id);
      await engine.scrub();

      expect(await engine.state(id)).toBeUndefined();
      for (const word of words) expect(await keeps(word), word).toBe(false);
    });

    it('a run that has failed, whose id can then be submitted with another input', async () => {
      const { engine, submit, settled } = await open([telling]);
      const id = await submit(telling, { end: 'failed', words: 'first' });
      expect(await settled(id)).toMatchObject({ status: 'failed' });
      await engine.forget(id);
      await engine.submit({ id, account: 'clinic', workflow: telling.name, input: { end: 'done', words: 'second' } });
      expect(await settled(id)).toMatchObject({ status: 'done' });
    });

    it('a run that was cancelled in a step, without a trace once it is scrubbed', async () => {
      const { engine, submit, reached, keeps } = await open([telling]);
      const id = await submit(telling, { end: 'cancelled', words: long(inInput) });
      await reached(id, 'write');

      await engine.cancel(id);
      await engine.forget(id);
      await engine.scrub();

      expect(await engine.state(id)).toBeUndefined();
      for (const word of words) expect(await keeps(word), word).toBe(false);
    });

    it('that run and no other, while others are running', async () => {
      const go = gate();
      const held = workflow('held')
        .step('hold', () => go.promise.then(() => 'held'))
        .answer(asIs);
      const { engine, submit, settled, reached } = await open([telling, held]);
      const [forgotten, kept] = [
        await submit(telling, { end: 'done', words: 'a' }),
        await submit(telling, { end: 'done', words: 'b' }),
      ];
      await Promise.all([settled(forgotten), settled(kept)]);
      const atWork = await submit(held);
      await reached(atWork, 'hold');

      await engine.forget(forgotten);
      go.resolve();

      expect(await settled(atWork)).toMatchObject({ status: 'done', output: 'held' });
      expect(await engine.state(kept)).toMatchObject({ status: 'done' });
    });

    it('many runs, without a trace once it is scrubbed, while others continue', async () => {
      const { engine, submit, settled, keeps } = await open([telling]);
      const endings = ['done', 'failed', 'done'] as const;
      const ids = await Promise.all(
        Array.from({ length: 60 }, (_, at) =>
          submit(telling, { end: endings[at % 3], words: `${inInput} `.repeat(1 + ((at * 31) % 90)) }),
        ),
      );
      await Promise.all(ids.map(settled));
      for (const id of ids.toSorted()) await engine.forget(id);
      const other = await submit(telling, { end: 'done', words: 'of somebody else' });
      await Promise.all([engine.scrub(), engine.scrub()]);
      expect(await keeps(inInput)).toBe(false);
      await settled(other);
      await engine.eraseResults(other);
      await engine.scrub();
      expect(await keeps('of somebody else')).toBe(false);
      expect(await keeps(inOutput)).toBe(true);
    });

    it('what a run that is done and its children were given and have made, but not what it has made in the end', async () => {
      const letter = workflow<{ end: 'done'; words: string }>('letter')
        .child('letter', telling, ({ input }) => input)
        .step('count', ({ letter }) => letter.length)
        .answer(asIs);
      const { engine, submit, settled, keeps } = await open([letter, telling]);
      const id = await submit(letter, { end: 'done', words: long(inInput) });
      const [other, state] = [await submit(telling, { end: 'done', words: 'of another' }), await settled(id)];
      await settled(other);
      for (const word of [inInput, inResult, inOutput]) expect(await keeps(word), word).toBe(true);
      await engine.eraseResults(id);
      await engine.eraseResults(other);
      await engine.forget(other);
      await engine.scrub();
      for (const word of words) expect(await keeps(word), word).toBe(false);
      expect(await engine.state(id)).toEqual(state);
    });

    it('the results of a run that it cancels', async () => {
      const { engine, submit, reached, keeps } = await open([telling]);
      const id = await submit(telling, { end: 'cancelled', words: long(inInput) });
      await reached(id, 'write');
      await engine.cancel(id);
      await engine.scrub();
      for (const word of words) expect(await keeps(word), word).toBe(false);
      expect(await engine.state(id)).toMatchObject({ status: 'cancelled' });
    });

    it('nothing of a run that is running', async () => {
      const go = gate();
      const held = workflow<string>('held')
        .step('listen', ({ input }) => input)
        .step('hold', ({ listen }) => go.promise.then(() => listen))
        .answer(asIs);
      const { engine, submit, settled, reached } = await open([held]);
      const id = await submit(held, 'all of it');
      await reached(id, 'hold');
      await engine.eraseResults(id);
      go.resolve();
      expect(await settled(id)).toMatchObject({ status: 'done', output: 'all of it' });
    });

    it('the signals of a run that is done, without a trace once it is scrubbed', async () => {
      const approved = workflow('approved')
        .waitFor('approval', z.string())
        .step('work', () => 'nothing of it')
        .answer(asIs);
      const { engine, submit, settled, keeps } = await open([approved]);
      const id = await submit(approved);
      expect(await engine.signal(id, 'approval', long('marker-in-a-signal'))).toBe(true);
      await settled(id);
      await engine.eraseResults(id);
      await engine.scrub();
      expect(await keeps('marker-in-a-signal')).toBe(false);
      expect(await engine.state(id)).toMatchObject({ status: 'done', output: 'nothing of it' });
    });

    it('an unknown run without an error', async () => {
      const { engine } = await open([telling]);
      await engine.forget('b1d7d8cc-9f0d-4a39-8a61-2c1e2d5f3a77');
    });
  });
}

const telling = workflow<{ end: 'done' | 'failed' | 'cancelled'; words: string }>('telling')
  .step('listen', () => long(inResult))
  .step('write', async ({ input }, { signal }) => {
    if (input.end === 'failed') throw new Problem('provider-failed', { detail: long(inProblem) });
    if (input.end === 'cancelled')
      await untilAborted(signal).finally(() => new Promise((cleanedUp) => setTimeout(cleanedUp, 20)));
    return long(inOutput);
  })
  .answer(asIs);
