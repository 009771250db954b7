/** What of a workflow's graph must compile, and what must not. Only the type checker reads this file. */

import { type Workflow, workflow } from 'chronoscribe';
import { z } from 'zod';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const proves = <_ extends true>(): void => {};

interface Page {
  readonly text: string;
}

const letter = workflow<{ readonly to: string }>('letter')
  .step('write', ({ input }) => ({ words: input.to.length }))
  .answer((last) => ({ body: last.words, location: '' }));

export const digest = workflow<{ readonly pages: readonly Page[] }>('digest')
  .step('title', ({ input }) => input.pages.length)
  .parallel('both', {
    note: (w) => w.step('draft', ({ title }) => String(title)),
    codes: (w) => w.step('find', () => ['a']).step('count', ({ find }) => find.length),
  })
  .each(
    'pages',
    ({ input }) => input.pages,
    { concurrency: 4 },
    (w) => w.step('read', ({ item, index, title }) => `${item.text} ${index} ${title}`),
  )
  .when(
    'long',
    ({ pages }) => pages.length > 10,
    (w) => w.step('shorten', ({ both }) => both.codes),
  )
  .race('first', {
    signed: (w) => w.waitFor('signature', z.object({ by: z.string() })),
    late: (w) => w.sleep('deadline', '3d').step('say', ({ deadline, title }) => [deadline, title]),
  })
  .sleep('pause', '3d', { clock: 'account' })
  .sleep('untilMonday', ({ pause }) => pause + 1000)
  .waitFor('approved', z.object({ by: z.string() }), { timeout: '7d' })
  .child('letter', letter, ({ approved }) => ({ to: approved.by }))
  .step('all', (state) => {
    proves<Same<typeof state.both, { readonly note: string; readonly codes: number }>>();
    proves<Same<typeof state.pages, readonly string[]>>();
    proves<Same<typeof state.long, number | null>>();
    type Signed = { readonly winner: 'signed'; readonly value: { by: string } };
    proves<Same<typeof state.first, Signed | { readonly winner: 'late'; readonly value: number[] }>>();
    if (state.first.winner === 'late') proves<Same<typeof state.first.value, number[]>>();
    proves<Same<typeof state.pause, number>>();
    proves<Same<typeof state.approved, { by: string }>>();
    proves<Same<typeof state.letter, { words: number }>>();
    return state.letter.words;
  })
  .answer((last) => ({ body: { words: last }, location: '' }));

proves<Same<typeof digest, Workflow<{ readonly pages: readonly Page[] }, { words: number }, number>>>();

const begun = workflow<{ readonly pages: readonly Page[] }>('begun').step('title', () => 'a title');

begun
  .repeat('poll', { until: ({ poll }: { readonly poll: { isDone: boolean } }) => poll.isDone, most: 9 }, (w) =>
    w.step('look', ({ index, title }) => ({ isDone: index === 3, title })),
  )
  .repeat('blind', { until: ({ title }) => title === '', every: '30s', most: 9 }, (w) => w.step('read', () => 1))
  .step('end', ({ poll, blind }) => {
    proves<Same<typeof poll, { isDone: boolean; title: string }>>();
    proves<Same<typeof blind, number>>();
    return poll.isDone;
  });

const isEmpty = ({ poll }: { readonly poll: string }) => poll === '';
// @ts-expect-error the rounds give no such result
begun.repeat('poll', { until: isEmpty, most: 9 }, (w) => w.step('look', () => 1));

begun
  .waitFor('approved', z.object({ by: z.string() }), { timeout: '7d', else: null })
  .sleep('due', ({ approved }) => (approved === null ? '2d' : 99))
  .step('end', ({ approved }) => {
    proves<Same<typeof approved, { by: string } | null>>();
    return approved?.by ?? 'nobody';
  });

// @ts-expect-error what comes instead of a signal needs a timeout
begun.waitFor('approved', z.object({ by: z.string() }), { else: null });

// @ts-expect-error and is JSON
begun.waitFor('approved', z.object({ by: z.string() }), { timeout: '7d', else: new Date() });

// @ts-expect-error a sleep ends at an instant, or after a duration
begun.sleep('due', ({ title }) => title);

// @ts-expect-error a branch's step is not in the state of the workflow
begun.parallel('both', { note: (w) => w.step('draft', () => 1) }).step('end', ({ draft }) => draft);

// @ts-expect-error a branch does not see its sibling
begun.parallel('both', { note: (w) => w.step('draft', () => 1), codes: (w) => w.step('find', ({ draft }) => draft) });

// @ts-expect-error a name is taken once, in branches too
begun.parallel('both', { note: (w) => w.step('title', () => 1) });

// @ts-expect-error a branch is a chain of nodes
begun.parallel('both', { note: () => 'note' });

// @ts-expect-error the result of a step in a branch is JSON
begun.parallel('both', { note: (w) => w.step('draft', () => new Date()) });

begun.each(
  'pages',
  // @ts-expect-error the items are an array
  ({ input }) => input.pages.length,
  {},
  (w) => w.step('read', () => 1),
);

begun.each(
  'pages',
  // @ts-expect-error an item is JSON
  () => [new Date()],
  {},
  (w) => w.step('read', () => 1),
);

begun.each(
  'pages',
  ({ input }) => input.pages,
  {},
  // @ts-expect-error an item has its own type
  (w) => w.step('read', ({ item }) => item.words),
);

begun
  .each(
    'pages',
    ({ input }) => input.pages,
    {},
    (w) => w.step('read', () => 1),
  )
  // @ts-expect-error there is no item outside
  .step('end', ({ item }) => item);

begun.when(
  'long',
  // @ts-expect-error a condition on a value that is not there
  ({ pages }) => pages,
  (w) => w.step('shorten', () => 1),
);

begun.when(
  'long',
  // @ts-expect-error a condition is true or false
  ({ title }) => title,
  (w) => w.step('shorten', () => 1),
);

begun
  .when(
    'long',
    () => true,
    (w) => w.step('shorten', () => 1),
  )
  // @ts-expect-error the result may be null
  .step('end', ({ long }) => long.toFixed());

// @ts-expect-error a duration has a unit
begun.sleep('pause', '3');

// @ts-expect-error there are two clocks
begun.sleep('pause', '3d', { clock: 'moon' });

// @ts-expect-error an instant is a number
begun.sleep('pause', () => new Date());

// @ts-expect-error a payload is JSON
begun.waitFor('approved', z.object({ at: z.date() }));

// @ts-expect-error a child gets its input
begun.child('letter', letter, () => ({ from: 'me' }));
