/** What of a workflow must compile, and what must not. Only the type checker reads this file; nothing runs it. */
import { type StepContext, type Workflow, workflow } from 'chronoscribe';
import type { Answer } from 'chronoscribe/types';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const proves = <_ extends true>(): void => {};

interface Recording {
  readonly blob: string;
  readonly language?: string;
}

interface Letter {
  readonly id: string;
  readonly words: number;
}

export const letters = workflow<Recording>('letters')
  .step('words', (state, context) => {
    proves<Same<typeof state, Readonly<{ readonly input: Recording }>>>();
    proves<Same<typeof context, StepContext>>();
    return state.input.blob.split(' ');
  })
  .step('count', { attempts: 3, backoffMs: 1000, timeoutMs: 60_000 }, async ({ input, words }) => {
    proves<Same<typeof input, Recording>>();
    proves<Same<typeof words, string[]>>();
    return words.length;
  })
  .step('letter', ({ words, count }, { runId }): Letter => {
    proves<Same<typeof count, number>>();
    return { id: runId, words: count + words.length };
  })
  .answer((last, { account, runId }) => {
    proves<Same<typeof last, Letter>>();
    proves<Same<typeof account, string>>();
    return { body: { words: last.words }, location: `/letters/${runId}` };
  });

proves<Same<typeof letters, Workflow<Recording, { words: number }, Letter>>>();

const begun = workflow<Recording>('begun').step('words', ({ input }) => input.blob.split(' '));

// @ts-expect-error a step's name is taken once
begun.step('words', () => 1);

// @ts-expect-error with options, too
begun.step('words', { attempts: 2 }, () => 1);

// @ts-expect-error `input` is what was submitted
begun.step('input', () => 1);

// @ts-expect-error no step makes `letter`
begun.step('count', ({ letter }) => letter);

// @ts-expect-error a later step is not there yet
begun.step('count', ({ sum }) => sum).step('sum', () => 1);

// @ts-expect-error the input has no such field
begun.step('count', ({ input }) => input.file);

// @ts-expect-error a result is what its step returned
begun.step('count', ({ words }) => words.toFixed());

begun.step('count', (state) => {
  // @ts-expect-error the state cannot be changed
  state.words = [];
});

// @ts-expect-error options have names, and this is none of them
begun.step('count', { retries: 3 }, ({ words }) => words.length);

// @ts-expect-error options have units, and attempts are counted
begun.step('count', { attempts: 'three' }, ({ words }) => words.length);

// @ts-expect-error the answer says where the record is
begun.answer((words) => ({ body: words }));

// @ts-expect-error the answer has a body
begun.answer(() => ({ location: '/letters' }));

// @ts-expect-error the answer is made from the last result
begun.answer((words) => ({ body: words.subjective, location: '/letters' }));

// @ts-expect-error a declared body is kept to
begun.answer((words): Answer<{ count: number }> => ({ body: { count: words }, location: '/letters' }));

// @ts-expect-error a workflow is not one of another input
export const otherInput: Workflow<{ readonly page: number }, string[]> = begun.answer((body) => ({
  body,
  location: '/',
}));

// @ts-expect-error a workflow is not one of another body
export const otherBody: Workflow<Recording, number> = begun.answer((body) => ({ body, location: '/' }));

interface Row {
  readonly text: string;
  readonly count?: number | null;
  readonly children?: readonly Row[];
}

/**
 * Results that are plain JSON: interfaces, optional members, readonly arrays, tuples, unions, records, and nothing at
 * all.
 */
export const json = workflow<Recording>('json')
  .step('row', (): Row => ({ text: 'a', children: [{ text: 'b', count: null }] }))
  .step('pair', async () => [1, 'two'] as const)
  .step('outcome', ({ pair }) => (pair[0] === 1 ? { ok: true, text: pair[1] } : { ok: false }))
  .step('table', (): Readonly<Record<string, readonly number[]>> => ({}))
  .step('nothing', async () => {})
  .step('maybe', ({ row }) => (row.count === 1 ? Promise.resolve(row) : null))
  .answer((body) => ({ body, location: '/' }));

// @ts-expect-error a date is not JSON
begun.step('date', () => new Date());

// @ts-expect-error nor inside a result
begun.step('date', async () => ({ at: [new Date()] }));

// @ts-expect-error a map is not JSON
begun.step('map', () => new Map([['a', 1]]));

// @ts-expect-error bytes are not JSON
begun.step('bytes', () => new Uint8Array(1));

// @ts-expect-error a function is not JSON
begun.step('function', () => ({ read: () => 1 }));

// @ts-expect-error a member that is undefined is not JSON
begun.step('undefined', () => ({ text: undefined }));

// @ts-expect-error nor one that may be
begun.step('undefined', (): { text: string | undefined } => ({ text: 'a' }));

// @ts-expect-error a big integer is not JSON
begun.step('bigint', { attempts: 1 }, () => 10n);

// @ts-expect-error of something unknown nobody can tell
begun.step('unknown', (): unknown => 1);
