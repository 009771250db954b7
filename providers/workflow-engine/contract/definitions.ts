import { randomUUID } from 'node:crypto';
import { workflow } from 'chronoscribe';
import { fingerprintOf } from 'chronoscribe/host';
import type { AnyWorkflow, Chain, WorkflowDraft } from 'chronoscribe/types';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { asIs, type TestBeds, waitOptions } from './test-bed.ts';

type Draft = WorkflowDraft<unknown, { readonly input: unknown }, unknown>;

/** A visit that sees, waits for a word, and ends; with other nodes before and after the wait. */
function visit(before: (draft: Draft) => Chain<unknown>, versions: readonly AnyWorkflow[] = []): AnyWorkflow {
  const begun = before(workflow<unknown>('visit', { versions })) as Draft;
  return begun
    .waitFor('go', z.string())
    .step('end', (state) => Object.keys(state).filter((name) => name !== 'input'))
    .answer(asIs);
}

const see = (draft: Draft) => draft.step('see', () => 'seen');
const first = () => visit((draft) => see(draft).step('note', () => 'noted'));

export function definitionContract({ open, folder }: TestBeds): void {
  /** Begins a run by one definition, which then waits, and gives it a word under another one. */
  const goOn = async (begun: AnyWorkflow, now: AnyWorkflow, definition: readonly string[] | undefined) => {
    const place = await folder();
    const before = await open([begun], place);
    const id = randomUUID();
    await before.engine.submit({ id, account: 'clinic', workflow: begun.name, input: null, definition });
    await vi.waitFor(async () => expect(await before.engine.state(id)).toMatchObject({ isWaiting: true }), waitOptions);
    await before.stop();
    const bed = await open([now], place);
    expect(await bed.engine.signal(id, 'go', 'word')).toBe(true);
    return { ...bed, id, state: await bed.settled(id) };
  };
  const redefined = (now: AnyWorkflow, begun = first()) => goOn(begun, now, fingerprintOf(begun));
  const each = (draft: Draft, name: string) =>
    draft.each(
      'pages',
      () => [1, 2],
      {},
      (w) => w.step(name, () => 1),
    );

  describe('with a workflow that changes while its runs sleep', () => {
    it.each<readonly [string, AnyWorkflow, AnyWorkflow, string]>([
      ['renamed', first(), visit((w) => see(w).step('write', () => 1)), '"note" is now called "write"'],
      ['gone', first(), visit(see), '"note" is gone'],
      ['new', first(), visit((w) => see(w.step('greet', () => 1)).step('note', () => 1)), '"greet" is new'],
      ['moved', first(), visit((w) => see(w.step('note', () => 1))), '"note" has moved'],
      ['of another kind', first(), visit((w) => see(w).sleep('note', '1s')), '"note" was a step, and is a sleep'],
      [
        'renamed in each item',
        visit((w) => each(w, 'read')),
        visit((w) => each(w, 'scan')),
        '"pages/read" is now called',
      ],
      [
        'new in a branch',
        visit((w) => w.parallel('both', { one: (b) => b.step('a', () => 1) })),
        visit((w) => w.parallel('both', { one: (b) => b.step('a', () => 1), two: (b) => b.step('b', () => 1) })),
        '"both/two/b" is new',
      ],
    ])('a run stops and says what is %s', async (_, begun, now, changes) => {
      const { state } = await redefined(now, begun);
      expect(state).toMatchObject({ status: 'failed', step: null, problem: { code: 'workflow-changed', status: 409 } });
      expect(state.problem?.detail).toContain(changes);
    });

    it('a run goes on if only what is ahead of it has changed', async () => {
      const begun = first();
      const ahead = (see(workflow<unknown>('visit')).step('note', () => 1) as unknown as Draft)
        .waitFor('go', z.string())
        .step('check', () => 1)
        .step('finish', (state) => Object.keys(state))
        .answer(asIs);
      expect((await redefined(ahead, begun)).state).toMatchObject({
        status: 'done',
        output: expect.arrayContaining(['check']),
      });
    });

    it('a run goes on by the version that it was begun with', async () => {
      const now = visit((draft) => draft.step('welcome', () => 1), [visit(see), first()]);
      const { state, engine, submit, settled } = await redefined(now);
      expect(state).toMatchObject({ status: 'done', output: ['see', 'note', 'go'] });
      const id = await submit(now);
      await engine.signal(id, 'go', 'word');
      expect(await settled(id)).toMatchObject({ status: 'done', output: ['welcome', 'go'] });
    });

    it('a retry goes on by the workflow as it is now, with the signal that has come', async () => {
      const { engine, id } = await redefined(visit((draft) => see(draft).step('write', () => 1)));
      expect(await engine.retry(id)).toBe(true);
      const done = { status: 'done', output: ['see', 'write', 'go'] };
      await vi.waitFor(async () => expect(await engine.state(id)).toMatchObject(done), waitOptions);
    });

    it('a retry goes on by a version that came back', async () => {
      const place = await folder();
      const begun = first();
      const now = visit(see);
      const runs = await open([begun], place);
      const id = randomUUID();
      await runs.engine.submit({
        id,
        account: 'clinic',
        workflow: 'visit',
        input: 0,
        definition: fingerprintOf(begun),
      });
      await vi.waitFor(async () => expect(await runs.engine.state(id)).toMatchObject({ isWaiting: true }), waitOptions);
      await runs.stop();
      const stopped = await open([now], place);
      await stopped.engine.signal(id, 'go', 'word');
      expect(await stopped.settled(id)).toMatchObject({ status: 'failed' });
      await stopped.stop();
      const mended = await open([visit(see, [begun])], place);
      expect(await mended.engine.retry(id)).toBe(true);
      await mended.engine.signal(id, 'go', 'word');
      await vi.waitFor(
        async () => expect(await mended.engine.state(id)).toMatchObject({ output: ['see', 'note', 'go'] }),
        waitOptions,
      );
    });

    it('a second change is noticed after a retry, too', async () => {
      const called = (name: string) =>
        workflow<unknown>('visit')
          .step(name as 'step', () => name)
          .waitFor('go', z.string())
          .waitFor('again', z.string())
          .answer(asIs);
      const place = await folder();
      const begun = called('one');
      const one = await open([begun], place);
      const id = randomUUID();
      await one.engine.submit({ id, account: 'clinic', workflow: 'visit', input: 0, definition: fingerprintOf(begun) });
      await vi.waitFor(async () => expect(await one.engine.state(id)).toMatchObject({ isWaiting: true }), waitOptions);
      await one.stop();
      const two = await open([called('two')], place);
      await two.engine.signal(id, 'go', 'word');
      await two.settled(id);
      await two.engine.retry(id);
      await two.reached(id, 'again');
      await vi.waitFor(async () => expect(await two.engine.state(id)).toMatchObject({ isWaiting: true }), waitOptions);
      await two.stop();
      const three = await open([called('three')], place);
      await three.engine.signal(id, 'again', 'word');
      expect((await three.settled(id)).problem?.detail).toContain('"two" is now called "three"');
    });

    it('a child stops, and with it its parent', async () => {
      const parent = (child: AnyWorkflow) =>
        workflow('parent')
          .child('visit', child as never, () => null)
          .answer(asIs);
      const place = await folder();
      const before = await open([parent(first())], place);
      const id = await before.submit(parent(first()));
      await vi.waitFor(
        async () => expect(await before.engine.state(id)).toMatchObject({ isWaiting: true }),
        waitOptions,
      );
      await before.stop();
      const after = await open([parent(visit(see))], place);
      expect(await after.engine.signal(id, 'visit/go', 'word')).toBe(true);
      expect(await after.settled(id)).toMatchObject({ status: 'failed', problem: { code: 'workflow-changed' } });
    });

    it('a run of before definitions were compared goes on', async () => {
      const { state } = await goOn(first(), visit(see), undefined);
      expect(state).toMatchObject({ status: 'done', output: ['see', 'go'] });
    });
  });
}
