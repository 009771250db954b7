import { consolePages, definePlugin, Runs, route, runCards, Store } from 'chronoscribe';
import { z } from 'zod';
import { Appointment, appointments, changeState } from './data.ts';
import { Answer, reminder, stateOf } from './reminder.ts';

const Shown = Appointment.omit({ account: true });

/** Appointments, of which patients are reminded. */
export default definePlugin({
  name: 'appointments',
  auth: 'clinical',
  config: z.strictObject({
    remindDaysBefore: z.int().min(1).max(30).default(2).describe('how many days before an appointment to remind of it'),
  }),
  needs: { store: Store, runs: Runs },

  start: async ({ needs: { store } }) => {
    await store.prepare(appointments);
    return {};
  },

  workflows: ({ config, needs: { store } }) => ({ reminder: reminder(store, config.remindDaysBefore) }),

  // What it adds to the host and its plugins, point by point.
  extends: ({ workflows }) => [
    consolePages.add({
      path: 'appointments',
      label: { en: 'Appointments', de: 'Termine' },
      icon: 'calendar',
      module: new URL('./page.js', import.meta.url),
    }),
    runCards.add({
      workflows: [workflows.reminder.name],
      label: { en: 'Answer', de: 'Antwort' },
      icon: 'chat',
      module: new URL('./card.js', import.meta.url),
    }),
  ],

  routes: ({ needs: { store, runs }, workflows }) => [
    route({
      method: 'GET',
      path: '/appointments',
      summary: 'List the appointments, in the order of their time',
      response: z.object({ appointments: z.array(Shown).readonly() }),
      handle: async ({ account }) => ({
        appointments: (await store.find(appointments, { equals: { account }, orderBy: 'at', limit: 100 })).items,
      }),
    }),
    route({
      method: 'POST',
      path: '/appointments',
      summary: 'Make an appointment',
      request: z.object({ patient: z.string().trim().min(1).max(200), at: z.iso.datetime() }),
      response: Shown,
      status: 201,
      handle: async ({ account, input: { patient, at: time }, operationId: id }) => {
        const at = Date.parse(time);
        const made: Appointment = { id, account, patient, at, state: 'planned' };
        await store.insert(appointments, made);
        const visible = { auth: 'clinical', name: patient } as const;
        await runs.launch({ id, account, workflow: workflows.reminder, input: { id, at }, visible });
        return made;
      },
    }),
    route({
      method: 'POST',
      path: '/appointments/{id}/answer',
      summary: 'Say whether the patient comes',
      request: Answer,
      response: Shown,
      problems: ['not-waiting'],
      handle: async ({ account, scopes, path: { id }, input, operationId }) => {
        await runs.signal({ account, scopes }, id, 'answer', input, operationId);
        // The run records it too, a moment later.
        return changeState(store, { account, id }, () => stateOf(input));
      },
    }),
  ],
});
