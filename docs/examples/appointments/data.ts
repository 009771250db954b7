import { type Documents, defineCollection, Problem, type Store } from 'chronoscribe';
import { z } from 'zod';

export const Appointment = z.object({
  id: z.string(),
  account: z.string(),
  patient: z.string(),
  at: z.number().describe('Milliseconds since 1970'),
  state: z.enum(['planned', 'reminded', 'confirmed', 'cancelled', 'unanswered']),
});
export type Appointment = z.output<typeof Appointment>;

export const appointments = defineCollection({
  name: 'appointments_appointments',
  schema: Appointment,
  indexes: [['account', 'at']],
});

/**
 * Changes the state of an appointment of an account.
 *
 * @param tell what is told of the change, in the same transaction
 * @throws Problem `not-found`
 */
export function changeState(
  store: Store,
  { account, id }: Pick<Appointment, 'account' | 'id'>,
  next: (state: Appointment['state']) => Appointment['state'],
  tell?: (documents: Documents, changed: Appointment) => Promise<void>,
): Promise<Appointment> {
  return store.transaction(async (documents) => {
    const found = await documents.get(appointments, id);
    if (found?.account !== account) throw new Problem('not-found', { detail: 'There is no appointment with this id.' });
    const changed = { ...found, state: next(found.state) };
    await documents.put(appointments, changed);
    await tell?.(documents, changed);
    return changed;
  });
}
