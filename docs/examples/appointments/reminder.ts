import { type Store, workflow } from 'chronoscribe';
import { z } from 'zod';
import { changeState } from './data.ts';

export const Answer = z.object({ coming: z.boolean() });
export const stateOf = ({ coming }: z.output<typeof Answer>) => (coming ? 'confirmed' : 'cancelled');

/** Sleeps until some days before an appointment, reminds, and waits for the answer. A step may run twice after a crash. */
export const reminder = (store: Store, daysBefore: number) =>
  workflow<{ readonly id: string; readonly at: number }>('appointments-reminder')
    .sleep('untilReminder', ({ input }) => input.at - daysBefore * 86_400_000, { clock: 'account' })
    // Here a message would leave. Who has answered already is not reminded.
    .step('remind', ({ input: { id } }, { account }) =>
      changeState(store, { account, id }, (state) => (state === 'planned' ? 'reminded' : state)),
    )
    .waitFor('answer', Answer, { timeout: `${daysBefore}d`, else: null, clock: 'account' })
    .step('close', ({ input: { id }, answer }, { account }) =>
      changeState(store, { account, id }, () => (answer === null ? 'unanswered' : stateOf(answer))),
    )
    .answer(({ account: _, ...closed }) => ({ body: closed, location: `/appointments/${closed.id}` }));
