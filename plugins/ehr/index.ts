import {
  Audit,
  Cluster,
  definePlugin,
  type Health,
  Problem,
  Runs,
  Store,
  undefinedIfNotFound,
  workflow,
} from 'chronoscribe';
import { type Outbox, type OutboxMessage, openOutbox } from 'chronoscribe/host';
import { recordOfRun } from 'chronoscribe/kinds/records';
import { Transcripts } from 'chronoscribe/kinds/transcripts';
import { z } from 'zod';
import { createDocument } from './fhir-server.ts';

const hourMs = 3_600_000;

/**
 * Sends each finished note to an electronic health record that supports FHIR R4, and again when it is signed or amended.
 * Does nothing until a server is configured.
 */
export default definePlugin({
  name: 'ehr',
  auth: 'clinical',
  config: z.strictObject({
    server: z
      .url({ protocol: /^https?$/ })
      .refine((url) => !/[?#]|\/\/[^/]*@/.test(url), 'expected an address without a password, a question mark or "#"')
      .transform((url) => url.replace(/\/+$/, ''))
      .optional()
      .describe(
        'base URL of the FHIR R4 server that receives the notes of all accounts, https beyond this machine; default: none are sent',
      ),
    token: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be ASCII characters without spaces')
      .optional()
      .describe('bearer token for the server; keep it in an environment variable'),
    forms: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe('the forms whose notes are sent: audio-note, chiropractic-grid; default: every form'),
    automatic: z
      .boolean()
      .default(true)
      .describe(
        'whether each note is sent by itself when it is finished, signed or amended; false: only what an automation sends (ehr.push)',
      ),
    timeoutMs: z.int().min(1).default(30_000).describe('milliseconds allowed for sending one note'),
    retryMs: z
      .int()
      .min(1)
      .default(30_000)
      .describe('milliseconds before the first retry; doubled for each further one, up to an hour'),
    retryHours: z.number().positive().default(24).describe('hours after which an unsent note is abandoned'),
  }),
  needs: { store: Store, runs: Runs, audit: Audit, transcripts: Transcripts, cluster: Cluster },

  async start({ config, needs: { store, runs, audit, transcripts, cluster }, log }) {
    const { server, forms, automatic, retryMs, retryHours } = config;
    if (server === undefined) return { outbox: undefined, server };

    /** The version to send; undefined if the note is gone, or of a form that is not sent. */
    const wantedVersion = async (account: string, id: string): Promise<number | undefined> => {
      const record = await undefinedIfNotFound(transcripts.get(account, id));
      return record !== undefined && (forms?.includes(record.form) ?? true) ? record.version : undefined;
    };
    const outbox = await openOutbox({
      name: 'ehr',
      about: About,
      schedule: { initialDelayMs: retryMs, maxDelayMs: hourMs, giveUpAfterMs: retryHours * hourMs },
      async deliver({ account, about: { record } }, signal) {
        // A note that was deleted meanwhile is not sent.
        if ((await wantedVersion(account, record)) === undefined) return { outcome: 'delivered' };
        const document = Buffer.from(await transcripts.export(account, record, 'fhir')).toString();
        const sent = await createDocument({ ...config, server }, document, signal);
        // A failed transfer may have been read.
        await audit.record({
          account,
          key: null,
          action: 'sent to the electronic health record',
          record,
          outcome: sent.outcome === 'delivered' ? 'done' : 'failed',
        });
        return sent;
      },
      store,
      cluster,
      runs,
      log,
    });
    runs.onSettled(async (run) => {
      const { account, status } = run;
      if (status !== 'done' || !automatic) return;
      const id = await recordOfRun(runs, run);
      // A record that cannot be read now is queued anyway: it is read again when it is sent.
      const version = await wantedVersion(account, id).catch(() => 0);
      if (version !== undefined) await outbox.add(noteMessage({ account, id, version }, server));
    });
    return { outbox, server };
  },

  workflows: ({ parts: { outbox } }) => (outbox === undefined ? {} : { delivery: outbox.start() }),
  actions: ({ parts: { outbox, server }, needs: { transcripts } }) => ({
    'ehr.push': { input: Push, run: pushWorkflow(transcripts, { outbox, server }) },
  }),
  routes: () => [],
  stop: ({ outbox }) => outbox?.stop(),
  health: ({ outbox, server }) => (outbox === undefined ? undefined : healthOf(outbox, server)),
});

const Push = z.object({ transcript: z.string().describe('Id of the record') });

/** Puts a note into the outbox, from where it is sent as any other. */
function pushWorkflow(
  transcripts: Transcripts,
  { outbox, server = '' }: { readonly outbox: Outbox<About> | undefined; readonly server: string | undefined },
) {
  return workflow<z.output<typeof Push>>('ehr-push')
    .step('push', async ({ input: { transcript: id } }, { account }) => {
      if (outbox === undefined) {
        const detail = 'No electronic health record is configured. Set `server` of the plugin ehr, and retry this run.';
        throw new Problem('provider-unavailable', { detail });
      }
      const { version } = await transcripts.get(account, id);
      await outbox.add(noteMessage({ account, id, version }, server));
      return null;
    })
    .answer(() => ({ body: null, location: '' }));
}

/** The record to send. */
const About = z.object({ record: z.string() });
type About = z.output<typeof About>;

interface Note {
  readonly account: string;
  readonly id: string;
  readonly version: number;
}

/** Each version has a message of its own, so that what is signed while a draft is being sent is sent too. */
function noteMessage({ account, id, version }: Note, server: string): OutboxMessage<About> {
  return { id: `${id}.${version}`, account, to: server, about: { record: id } };
}

async function healthOf(outbox: Outbox<About>, server: string): Promise<Health> {
  const { retrying, givenUp, lastError } = await outbox.backlog();
  if (lastError === null) return { status: 'ok', detail: `Notes are sent to ${server}.` };
  return {
    status: 'degraded',
    detail: `Notes that have not reached ${server}: ${retrying} are being retried, ${givenUp} were abandoned. ${lastError}`,
    hint: 'Check the server, and the settings `server` and `token` of the plugin ehr. Abandoned notes are retried after the next start.',
  };
}
