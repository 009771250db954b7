import { ApiError, api, sendSignedIn } from '../../shared/api.ts';
import {
  changeRecording,
  confirmMark,
  confirmPieces,
  getRecording,
  nextPieces,
  type StoredRecording,
  waitingMarks,
} from './recording-storage.ts';

/**
 * Sends the stored pieces of a recording, oldest first, until none is left, then its settings and its marks. Each is deleted here once the host has
 * confirmed it. Of two tabs one sends at a time.
 *
 * @throws {ApiError} at the first request that fails; what was confirmed until then is kept
 */
export async function sendStoredPieces(id: string, onConfirmed: () => void = () => undefined): Promise<void> {
  await whileNotSending(id, async () => {
    const recording = await openAtHost(id);
    let hostHas = await offsetAtHost(recording);
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
      if (arrived < sound.size) hostHas = await append(recording, hostHas, sound.slice(arrived));
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

async function sendMarks(id: string, liveId: string): Promise<void> {
  for (const at of await waitingMarks(id)) {
    await api.POST('/api/v1/transcripts/live/{id}/marks', { id: liveId, body: { at } });
    await confirmMark(id, at);
  }
}

const offsetAtHost = (liveId: string): Promise<number> => askOffset('HEAD', liveId);

const append = (liveId: string, offset: number, sound: Blob): Promise<number> =>
  askOffset('PATCH', liveId, sound, {
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  });

/** @returns how many bytes the host has then */
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
