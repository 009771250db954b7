import { type DBSchema, openDB } from 'idb';
import { ApiError, api, type Body, sendSignedIn } from '../../shared/api.ts';

/** What the record will be made with. */
export type RecordingSettings = Body<'/api/v1/transcripts/live', 'post'>;

/** A recording of this browser, until the host has confirmed all of its sound and it is finished. */
export interface StoredRecording {
  /** Made here, so that a recording can begin while the host is away. */
  readonly id: string;
  readonly account: string;
  readonly startedAt: number;
  readonly settings: RecordingSettings;
  /** Its id at the host; undefined until the host was reached. */
  readonly liveId?: string;
  /** The settings that the host has. */
  readonly sentSettings?: RecordingSettings;
  /** Bytes that the host has confirmed and that are deleted here. */
  readonly offset: number;
  /** Length of the sound so far; undefined if another browser made some of it. */
  readonly elapsedMs?: number;
}

interface Piece {
  readonly recording: string;
  readonly number: number;
  readonly sound: Blob;
  /** Whether it is the first of a recorder, which has the header of the container. */
  readonly begins: boolean;
}

interface Schema extends DBSchema {
  recordings: { key: string; value: StoredRecording };
  pieces: { key: [string, number]; value: Piece };
  marks: { key: [string, number]; value: { readonly recording: string; readonly at: number } };
}

const database = openDB<Schema>('chronoscribe-recordings', 2, {
  upgrade(db, earlier) {
    if (earlier < 1) {
      db.createObjectStore('recordings', { keyPath: 'id' });
      db.createObjectStore('pieces', { keyPath: ['recording', 'number'] });
    }
    db.createObjectStore('marks', { keyPath: ['recording', 'at'] });
  },
});

/** The keys of the pieces, and of the marks, of a recording. */
const piecesOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);

export async function listRecordings(account: string): Promise<readonly StoredRecording[]> {
  const all = await (await database).getAll('recordings');
  return all.filter((each) => each.account === account).toSorted((a, b) => b.startedAt - a.startedAt);
}

export async function getRecording(id: string): Promise<StoredRecording | undefined> {
  return (await database).get('recordings', id);
}

export async function putRecording(recording: StoredRecording): Promise<void> {
  await (await database).put('recordings', recording);
}

/** Changes a recording, whatever else is stored of it meanwhile. */
export async function changeRecording(id: string, change: Partial<StoredRecording>): Promise<void> {
  const { store, done } = (await database).transaction('recordings', 'readwrite');
  const recording = await store.get(id);
  if (recording !== undefined) await store.put({ ...recording, ...change });
  await done;
}

/**
 * Stores a piece after those that are there. Resolves once it is on the disk.
 *
 * @param elapsedMs the length of the sound with it; undefined if that is not known
 */
export async function addPiece(id: string, sound: Blob, begins: boolean, elapsedMs?: number): Promise<void> {
  const transaction = (await database).transaction(['pieces', 'recordings'], 'readwrite', { durability: 'strict' });
  const pieces = transaction.objectStore('pieces');
  const recordings = transaction.objectStore('recordings');
  const recording = await recordings.get(id);
  if (recording !== undefined && elapsedMs !== undefined) await recordings.put({ ...recording, elapsedMs });
  const last = await pieces.openKeyCursor(piecesOf(id), 'prev');
  // A number is used once, also after the piece before was confirmed and deleted.
  const number = Math.max(Date.now(), last === null ? 0 : last.key[1] + 1);
  await pieces.put({ recording: id, number, sound, begins });
  await transaction.done;
}

/** The oldest pieces that may be sent in one request: of one recorder, whose header a request has to begin with. */
async function nextPieces(id: string): Promise<readonly Piece[]> {
  const oldest = await (await database).getAll('pieces', piecesOf(id), 60);
  const nextRecorder = oldest.findIndex(({ begins }, index) => begins && index > 0);
  return nextRecorder === -1 ? oldest : oldest.slice(0, nextRecorder);
}

export async function waitingBytes(id: string): Promise<number> {
  const pieces = await (await database).getAll('pieces', piecesOf(id));
  return pieces.reduce((sum, { sound }) => sum + sound.size, 0);
}

/** Deletes pieces that the host has, and keeps how far the host is, in one transaction. */
async function confirmPieces(id: string, pieces: readonly Piece[], offset: number): Promise<void> {
  const transaction = (await database).transaction(['recordings', 'pieces'], 'readwrite');
  const recordings = transaction.objectStore('recordings');
  const recording = await recordings.get(id);
  if (recording !== undefined) await recordings.put({ ...recording, offset });
  for (const { number } of pieces) await transaction.objectStore('pieces').delete([id, number]);
  await transaction.done;
}

/** Keeps a marked moment until the host has it. @param at in milliseconds from the start of the sound */
export async function addMark(id: string, at: number): Promise<void> {
  await (await database).put('marks', { recording: id, at });
}

/** Forgets a recording and what is left of its sound. */
export async function deleteRecording(id: string): Promise<void> {
  const transaction = (await database).transaction(['recordings', 'pieces', 'marks'], 'readwrite');
  for (const name of ['marks', 'pieces'] as const) await transaction.objectStore(name).delete(piecesOf(id));
  await transaction.objectStore('recordings').delete(id);
  await transaction.done;
}

/**
 * Sends the stored pieces of a recording, oldest first, until none is left, then its settings and its marks. Each is deleted here once the host has
 * confirmed it. Of two tabs one sends at a time.
 *
 * @throws {ApiError} at the first request that fails; what was confirmed until then is kept
 */
export async function sendStoredPieces(id: string, onConfirmed: () => void = () => undefined): Promise<void> {
  await whileNotSending(id, async () => {
    const recording = await openAtHost(id);
    let hostHas = await askOffset('HEAD', recording);
    for (;;) {
      const pieces = await nextPieces(id);
      const { offset } = await stored(id);
      if (pieces.length === 0) {
        await sendSettings(id, recording);
        return sendMarks(id, recording);
      }
      const sound = new Blob(pieces.map((piece) => piece.sound));
      // What arrived before a connection broke is not sent again.
      const arrived = hostHas - offset;
      if (arrived < 0) throw new Error(`the host has ${hostHas} bytes of the recording, but has confirmed ${offset}`);
      if (arrived < sound.size) {
        const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(hostHas) };
        hostHas = await askOffset('PATCH', recording, sound.slice(arrived), headers);
      }
      await confirmPieces(id, pieces, offset + sound.size);
      onConfirmed();
    }
  });
}

/** Does something while neither this tab nor another one sends sound of a recording. */
export async function whileNotSending(id: string, act: () => Promise<void>): Promise<void> {
  await navigator.locks.request(`chronoscribe-send-${id}`, act);
}

async function stored(id: string): Promise<StoredRecording> {
  const recording = await getRecording(id);
  if (recording === undefined) throw new Error('the recording was discarded');
  return recording;
}

/** The id at the host, which opens the recording if it does not know it yet. */
async function openAtHost(id: string): Promise<string> {
  const recording = await stored(id);
  if (recording.liveId !== undefined) return recording.liveId;
  const { settings } = recording;
  // The key makes a repeated request, after an answer that was lost, open no second recording.
  const { id: liveId } = await api.POST(
    '/api/v1/transcripts/live',
    { body: settings },
    { headers: { 'idempotency-key': id } },
  );
  await changeRecording(id, { liveId, sentSettings: settings });
  return liveId;
}

/** Sends what was filled in while it was recorded. */
async function sendSettings(id: string, liveId: string): Promise<void> {
  const { settings, sentSettings } = await stored(id);
  const { form: _, ...body } = settings;
  const { form: __, ...sent } = sentSettings ?? {};
  if (sentSettings !== undefined && JSON.stringify(body) === JSON.stringify(sent)) return;
  await api.PUT('/api/v1/transcripts/live/{id}/settings', { id: liveId, body });
  await changeRecording(id, { sentSettings: settings });
}

/** Sends the marked moments that the host does not have yet. */
async function sendMarks(id: string, liveId: string): Promise<void> {
  const db = await database;
  for (const { at } of await db.getAll('marks', piecesOf(id))) {
    await api.POST('/api/v1/transcripts/live/{id}/marks', { id: liveId, body: { at } });
    await db.delete('marks', [id, at]);
  }
}

/** Asks how many bytes the host has, or sends more. @returns how many it has then */
async function askOffset(method: string, liveId: string, sound?: Blob, more = {}): Promise<number> {
  let offset = 0;
  const seen = ({ headers }: Response) => {
    offset = Number(headers.get('upload-offset'));
  };
  const options = { headers: { 'tus-resumable': '1.0.0', ...more }, seen };
  await sendSignedIn(method, `/api/v1/uploads/${encodeURIComponent(liveId)}`, sound, options);
  return offset;
}

/** Whether the same request may succeed later: the network, a host that restarts, or a request that came twice. */
export function mayPass(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status === 0 || error.status >= 500 || [409, 423, 429].includes(error.status))
  );
}
