import { type Blobs, defineCollection, findAll, Problem, type Store, undefinedIfNotFound } from 'chronoscribe';
import type { Upload, Uploads } from 'chronoscribe/host';
import { Patient, Visit } from 'chronoscribe/kinds/records';
import { consultationFields } from 'chronoscribe/kinds/transcripts';
import { z } from 'zod';

/** The holder of the uploads of recordings; also the prefix of their other files. */
export const holder = 'live';

/** Messages between hosts: `<id>` after a stretch was heard, `<id> <dBFS>` with the level of the sound. */
export const liveTopic = 'transcripts-live';

/** An open recording. What is clinical in it are files: its sound, its settings and what was heard so far. */
const recordings = defineCollection({
  name: 'live_recordings',
  schema: z.object({
    /** Also the id of its upload, and of the first run that makes a record of it. */
    id: z.string(),
    account: z.string(),
    form: z.string(),
    createdAt: z.number(),
    /** How often it was finished; each has a run of its own. */
    attempt: z.int(),
    /** The run that makes, or was to make, its record; null before it is finished. */
    runId: z.string().nullable(),
    /** Whether it is being deleted: nobody sees it any more. */
    isDoomed: z.boolean().default(false),
  }),
  indexes: [['account', 'createdAt'], ['createdAt'], ['runId']],
});
export type StoredRecording = z.output<typeof recordings.schema>;

const { text, language, speakers } = consultationFields;

const mostMarks = 1000;

/** What the client asks of the record. */
export const LiveSettings = z.object({
  ...{ text, language, speakers },
  template: z.string().optional().describe('Template of the note; default: that of the form'),
  patient: Patient.optional().describe('Whose record it will be'),
  visit: Visit.optional().describe('The visit that it is about'),
});

const StoredSettings = LiveSettings.extend({
  /** Who opened the recording: the name or id of a key. */
  by: z.string().optional(),
});
type StoredSettings = z.output<typeof StoredSettings>;

export type OpenRecordings = Awaited<ReturnType<typeof openRecordings>>;

/** The recordings that are not records yet. The ids of another account are `not-found`. */
export async function openRecordings({
  store,
  blobs,
  uploads,
}: {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly uploads: Uploads;
}) {
  await store.prepare(recordings);
  const marksOf = async (id: string): Promise<readonly number[]> => {
    const names = await Array.fromAsync(blobs.list(marksPrefix(id)), ({ name }) => name);
    return names.map((name) => Number(name.split('/').at(-1))).toSorted((a, b) => a - b);
  };
  const owned = async (account: string, id: string): Promise<StoredRecording> => {
    const row = await store.get(recordings, id);
    if (row?.account === account && !row.isDoomed) return row;
    throw new Problem('not-found', {
      detail: 'There is no open recording with this id. It may have been finished or discarded.',
    });
  };

  const ofAccount = (account: string): Promise<StoredRecording[]> => {
    const query = { equals: { account }, orderBy: 'createdAt', direction: 'descending' } as const;
    return Array.fromAsync(findAll(store, recordings, query));
  };

  const describe = ({ id }: Pick<StoredRecording, 'id'>, settings: StoredSettings) =>
    blobs.write(settingsBlob(id), new Blob([JSON.stringify(settings)]).stream());

  return {
    async find(id: string): Promise<StoredRecording | undefined> {
      const row = await store.get(recordings, id);
      return row?.isDoomed ? undefined : row;
    },
    get: owned,
    /** Its sound so far. Undefined if a crash left the recording without. */
    sound: ({ account, id }: StoredRecording): Promise<Upload | undefined> =>
      undefinedIfNotFound(uploads.get(account, id)),

    /** A repeated id changes nothing. */
    async create(row: Pick<StoredRecording, 'id' | 'account' | 'form' | 'createdAt'>, settings: StoredSettings) {
      // First, because files without a recording are swept.
      await store.insert(recordings, { ...row, attempt: 0, runId: null, isDoomed: false });
      await describe(row, settings);
      await uploads.create({ account: row.account, id: row.id, length: null, metadata: null, holder });
    },

    /** Replaces what its record will be made with. */
    describe,

    /** The defaults if a crash left none. */
    async settings({ id }: StoredRecording): Promise<StoredSettings> {
      const chunks = await undefinedIfNotFound(Array.fromAsync(blobs.read(settingsBlob(id))));
      return StoredSettings.parse(chunks === undefined ? {} : JSON.parse(Buffer.concat(chunks).toString()));
    },

    /**
     * Keeps a moment of its sound that somebody marked. A file for each, so that none is lost to another.
     *
     * @param at in milliseconds from the start of the sound; marking the same moment again changes nothing
     * @throws Problem `quota-exceeded` for more than a person makes
     */
    async mark({ id }: StoredRecording, at: number): Promise<void> {
      if ((await marksOf(id)).length >= mostMarks) {
        throw new Problem('quota-exceeded', { status: 409, detail: `A recording takes ${mostMarks} marks at most.` });
      }
      await blobs.write(`${marksPrefix(id)}${String(at).padStart(9, '0')}`, new Blob([String(at)]).stream());
    },
    /** The marked moments in their order, in milliseconds from the start of the sound. */
    marks: ({ id }: Pick<StoredRecording, 'id'>): Promise<readonly number[]> => marksOf(id),

    list: async (account: string) => (await ofAccount(account)).filter(({ isDoomed }) => !isDoomed),
    /** Newest first, with those that are being deleted. */
    ofAccount,
    /** Of all accounts, with those that are being deleted. */
    all: (): AsyncGenerator<StoredRecording> => findAll(store, recordings, { orderBy: 'createdAt' }),

    async ofRun(runId: string): Promise<StoredRecording | undefined> {
      const { items } = await store.find(recordings, { equals: { runId }, limit: 1 });
      return items[0];
    },

    /** Begins another attempt to make a record, unless somebody has begun one. @returns the recording as it is then */
    nextAttempt: (id: string, attempt: number, runId: string): Promise<StoredRecording | undefined> =>
      store.transaction(async (documents) => {
        const row = await documents.get(recordings, id);
        if (row === undefined || row.isDoomed) return undefined;
        if (row.attempt !== attempt - 1) return row;
        const next = { ...row, attempt, runId };
        await documents.put(recordings, next);
        return next;
      }),

    /**
     * Deletes a recording with its sound. An unknown one is no error. It is invisible from the start, and its row goes
     * last, so that an interrupted deletion is gone on with.
     */
    async delete({ account, id }: Pick<StoredRecording, 'account' | 'id'>) {
      await store.transaction(async (documents) => {
        const row = await documents.get(recordings, id);
        if (row !== undefined) await documents.put(recordings, { ...row, isDoomed: true });
      });
      await uploads.delete(account, id);
      for await (const { name } of blobs.list(filesOf(id))) await blobs.delete(name);
      await store.delete(recordings, id);
    },

    /** Deletes the files of recordings that a crash left without a row. */
    async deleteOrphans() {
      const ids = new Set<string>();
      for await (const { name } of blobs.list(`${holder}/`)) ids.add(name.split('/')[1] ?? '');
      for (const id of ids) {
        if ((await store.get(recordings, id)) !== undefined) continue;
        for await (const { name } of blobs.list(filesOf(id))) await blobs.delete(name);
      }
    },
  };
}

/** The prefix of the files of a recording. */
export const filesOf = (id: string): string => `${holder}/${id}/`;

const marksPrefix = (id: string): string => `${filesOf(id)}marks/`;

const settingsBlob = (id: string): string => `${filesOf(id)}settings.json`;
