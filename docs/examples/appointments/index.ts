import {
  agentTools,
  automations,
  Cluster,
  command,
  consolePages,
  definePlugin,
  EventStream,
  eventImporters,
  metric,
  metrics,
  notePanels,
  on,
  pluginRoles,
  pluginScopes,
  Runs,
  route,
  runCards,
  Store,
  transcriptReaders,
} from 'chronoscribe';
import { exportFormats } from 'chronoscribe/kinds/transcripts';
import { z } from 'zod';
import { Appointment, appointments, changeState } from './data.ts';
import { Answer, callBack, reminder, stateOf, Unanswered } from './reminder.ts';
import { topic, watched } from './watch.ts';

const Shown = Appointment.omit({ account: true });
const List = z.object({ appointments: z.array(Shown).readonly() });

/** Appointments, of which patients are reminded. */
export default definePlugin({
  name: 'appointments',
  // A scope of its own: the front desk keeps the appointments and reads no notes.
  auth: 'appointments.book',
  config: z.strictObject({
    remindDaysBefore: z.int().min(1).max(30).default(2).describe('how many days before an appointment to remind of it'),
  }),
  needs: { store: Store, runs: Runs, cluster: Cluster },
  // For automations, those of others too. It holds no name.
  triggers: { 'appointments.unanswered': Unanswered },

  start: async ({ needs: { store } }) => {
    await store.prepare(appointments);
    return { reminders: metric({ type: 'counter', name: 'reminders_total', help: 'Patients who were reminded' }) };
  },

  workflows: ({ config, needs: { store }, parts: { reminders }, emit }) => ({
    callBack,
    reminder: reminder({ store, emit, daysBefore: config.remindDaysBefore, reminders }),
  }),

  // What it adds to the host and its plugins, point by point.
  extends: ({ workflows, parts: { reminders } }) => [
    pluginScopes.add({
      name: 'appointments.book',
      about: 'Makes appointments, and says who comes',
      roles: ['clinician', 'viewer'],
    }),
    pluginRoles.add({
      name: 'appointments.desk',
      about: 'The front desk: makes appointments, and looks at timelines',
      scopes: ['appointments.book'],
      reads: ['time'],
    }),
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
    notePanels.add({
      label: { en: 'Appointments', de: 'Termine' },
      icon: 'calendar',
      module: new URL('./panel.js', import.meta.url),
    }),
    agentTools.add({
      name: 'list_appointments',
      title: 'List appointments',
      description:
        'Returns the appointments in the order of their time, with who comes. Use it before you make another.',
      endpoint: 'GET /appointments',
      effect: 'reads',
    }),
    command({
      name: 'appointments',
      about: 'Lists the appointments of a running host.',
      options: { state: Appointment.shape.state.optional().meta({ value: 'STATE', description: 'only these' }) },
      async run({ options: { state }, call, print }) {
        const { appointments: all } = await call('GET', '/appointments', List);
        for (const each of all.filter((one) => one.state === (state ?? one.state))) {
          print(`${new Date(each.at).toISOString()}  ${each.state}  ${each.patient}\n`);
        }
      },
    }),
    metrics.add(reminders),
    on('appointments.unanswered', Unanswered, workflows.callBack),
    automations.add({
      name: 'appointments-unanswered',
      on: 'appointments.unanswered',
      do: [{ 'events.record': { time: '=at', location: 'Practice', description: 'Nobody answered a reminder' } }],
    }),
    exportFormats.add({
      name: 'handout',
      mediaType: 'text/plain',
      extension: 'handout.txt',
      *pieces({ patient, note }) {
        yield `For ${patient?.name ?? 'you'}, to take home:\n\n`;
        yield note;
      },
    }),
    // In processes of their own.
    eventImporters.add({
      name: 'appointments-rota',
      mediaTypes: ['text/x-rota'],
      module: new URL('./rota-child.ts', import.meta.url),
    }),
    transcriptReaders.add({
      name: 'appointments-message',
      mediaTypes: [],
      module: new URL('./message-child.ts', import.meta.url),
    }),
  ],

  routes: ({ needs: { store, runs, cluster }, workflows }) => {
    const list = async (account: string) => ({
      appointments: (await store.find(appointments, { equals: { account }, orderBy: 'at', limit: 100 })).items,
    });
    return [
      route({
        method: 'GET',
        path: '/appointments',
        summary: 'List the appointments, in the order of their time, or watch the list',
        response: List,
        events: List,
        handle: ({ account, wantsEvents, signal }) =>
          wantsEvents ? new EventStream(watched(cluster, { account, signal }, list)) : list(account),
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
          cluster.send(topic, account);
          const visible = { auth: 'appointments.book', name: patient } as const;
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
          const changed = await changeState(store, { account, id }, () => stateOf(input));
          cluster.send(topic, account);
          return changed;
        },
      }),
    ];
  },
});
