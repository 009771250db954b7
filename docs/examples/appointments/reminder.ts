import { type Emit, type Store, workflow } from 'chronoscribe';
import { z } from 'zod';
import { changeState } from './data.ts';

export const Answer = z.object({ coming: z.boolean() });
export const stateOf = ({ coming }: z.output<typeof Answer>) => (coming ? 'confirmed' : 'cancelled');

/** What automations are told of an appointment that nobody has answered for. It holds no name. */
export const Unanswered = z.object({ appointment: z.string(), at: z.string() });

interface ReminderServices {
  readonly store: Store;
  readonly emit: Emit<{ readonly 'appointments.unanswered': typeof Unanswered }>;
  readonly reminders: { record(count: number): void };
  readonly daysBefore: number;
}

/** Sleeps until some days before an appointment, reminds, and waits for the answer. A step may run twice after a crash. */
export const reminder = ({ store, emit, reminders, daysBefore }: ReminderServices) =>
  workflow<{ readonly id: string; readonly at: number }>('appointments-reminder')
    .sleep('untilReminder', ({ input }) => input.at - daysBefore * 86_400_000, { clock: 'account' })
    // Here a message would leave. Who has answered already is not reminded.
    .step('remind', async ({ input: { id } }, { account }) => {
      const { state } = await changeState(store, { account, id }, (before) =>
        before === 'planned' ? 'reminded' : before,
      );
      if (state === 'reminded') reminders.record(1);
      return state;
    })
    .waitFor('answer', Answer, { timeout: `${daysBefore}d`, else: null, clock: 'account' })
    .step('close', ({ input: { id, at }, answer }, { account }) => {
      const payload = { appointment: id, at: new Date(at).toISOString() };
      return answer === null
        ? changeState(
            store,
            { account, id },
            () => 'unanswered',
            (documents) => emit(documents, 'appointments.unanswered', { id, account, payload }),
          )
        : changeState(store, { account, id }, () => stateOf(answer));
    })
    .answer(({ account: _, ...closed }) => ({ body: closed, location: `/appointments/${closed.id}` }));

/** A task for a person: the run is open until somebody has called. */
export const callBack = workflow<z.output<typeof Unanswered>>('appointments-call-back')
  .waitFor('called', z.object({}), { timeout: '7d', else: null })
  .answer((called, { runId }) => ({ body: { called: called !== null }, location: `/api/v1/runs/${runId}` }));
