import { describe, expect, it } from 'vitest';
import { workflow } from './workflow.ts';
import type { AnyWorkflow, Step, StepContext } from './workflow-graph.ts';

const context: StepContext = {
  runId: '3f0c5d1e-58f8-4a3f-8d1c-6f7c8e9b0a12',
  account: 'clinic',
  signal: new AbortController().signal,
  progress: () => {},
  text: () => {},
};

function steps({ nodes }: AnyWorkflow): readonly Step[] {
  return nodes.filter((node) => node.kind === 'step');
}

describe('a workflow', () => {
  it('lists its steps in the order in which they were written', () => {
    const letter = workflow<{ name: string }>('letter')
      .step('greeting', ({ input }) => `Dear ${input.name}`)
      .step('text', ({ greeting }) => `${greeting}, thank you.`)
      .answer((text) => ({ body: { text }, location: '/letters/1' }));

    expect(letter.name).toBe('letter');
    expect(letter.nodes.map(({ name }) => name)).toEqual(['greeting', 'text']);
    expect(steps(letter)[1]?.run({ greeting: 'Dear Ada' }, context)).toBe('Dear Ada, thank you.');
  });

  it('tries a step three times unless the step says otherwise, and half a second before a second try', () => {
    const attempted = workflow('steps')
      .step('plain', () => 1)
      .step('patient', { attempts: 5, timeoutMs: 60_000 }, () => 2)
      .step('slow', { backoffMs: 2000 }, () => 3)
      .answer((body) => ({ body, location: '/' }));

    expect(steps(attempted).map(({ options }) => options)).toEqual([
      { backoffMs: 500 },
      { attempts: 5, backoffMs: 500, timeoutMs: 60_000 },
      { backoffMs: 2000 },
    ]);
  });

  it('answers from the result of its last step, as often as it is asked', async () => {
    const count = workflow<number>('count')
      .step('double', ({ input }) => input * 2)
      .answer((double, { account, runId }) => ({ body: { double, account }, location: `/counts/${runId}` }));

    for (const result of [4, 6]) {
      expect(await count.answer(result, { account: 'clinic', runId: 'r1' })).toEqual({
        body: { double: result, account: 'clinic' },
        location: '/counts/r1',
      });
    }
  });

  it('rejects, and does not throw, where its answer cannot be made', async () => {
    const lost = workflow('lost')
      .step('make', () => 'made')
      .answer(() => {
        throw new Error('The record is gone.');
      });
    await expect(lost.answer('made', { account: 'clinic', runId: 'r1' })).rejects.toThrow('The record is gone.');
  });

  it('is named where its answer has no location', async () => {
    const lost = workflow('lost')
      .step('make', () => 'made')
      .answer(((body: string) => ({ body })) as never);
    await expect(lost.answer('made', { account: 'clinic', runId: 'r1' })).rejects.toThrow(
      'What the answer of the workflow "lost" returned: location: expected a text, got nothing',
    );
  });

  it.each([0, 1.5, '4', undefined])('refuses %j as the number of rounds, and of items at the same time', (number) => {
    const draft = workflow('counted');
    const [most, concurrency] = [number as number, (number ?? null) as number];
    const fault = (option: string) => `options.${option}: expected a whole number from 1 on, got`;
    expect(() => draft.repeat('r', { until: () => true, most }, (w) => w.step('look', () => 1))).toThrow(fault('most'));
    expect(() =>
      draft.each(
        'e',
        () => [1],
        { concurrency },
        (w) => w.step('read', () => 1),
      ),
    ).toThrow(fault('concurrency'));
  });

  it('that two others were begun from is changed by neither', () => {
    const common = workflow<string>('common').step('read', ({ input }) => input);
    const [short, long] = [common.step('sum', () => 1), common.step('list', () => 2).step('print', () => 3)];
    const end = (body: unknown) => ({ body, location: '/' });
    expect(common.answer(end).nodes.map(({ name }) => name)).toEqual(['read']);
    expect(short.answer(end).nodes.map(({ name }) => name)).toEqual(['read', 'sum']);
    expect(long.answer(end).nodes.map(({ name }) => name)).toEqual(['read', 'list', 'print']);
  });

  it.each<[unknown, string | number]>([
    [1.2, 2],
    ['90m', '90m'],
    [Number.NaN, 'is NaN'],
    [Number.POSITIVE_INFINITY, 'is Infinity'],
    [1e300, 'is 1e+300'],
    [-1e300, 'is -1e+300'],
    [8.64e15 + 2, 'is 8640000000000002'],
    ['2030-01-01 of Ada', 'is of type string'],
    ['999999999w', 'is of type string'],
    [new Date(0), 'is of type object'],
    [null, 'is null'],
    [undefined, 'is of type undefined'],
    [10n, 'is of type bigint'],
  ])('says at once that no sleep ends at %s, without quoting a text: %s', (given, expected) => {
    const { nodes } = workflow('naps')
      .sleep('nap', () => given as number)
      .answer((body) => ({ body, location: '/' }));
    const [nap] = nodes;
    const end = () => (nap?.kind === 'sleep' && typeof nap.until !== 'number' ? nap.until({}) : undefined);
    if (typeof expected === 'number' || expected === given) expect(end()).toBe(expected);
    else expect(end).toThrow(`The end of the sleep "nap" ${expected}. Give an instant`);
  });
});
