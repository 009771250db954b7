import { DetailedError, Upload } from 'tus-js-client';
import { sendSignedIn } from '../../shared/api.ts';
import { refresh } from '../../shared/query-client.ts';
import { readApiError } from '../../shared/read-api-error.ts';
import { watchSession, whenUnlocked } from '../../shared/session-gate.ts';
import { sharedValue } from '../../shared/shared-value.ts';
import { markBusy } from '../../shared/unsaved-work.ts';
import type { RecordingSettings } from './recording-storage.ts';

/** A file on its way to the host. */
export interface QueuedFile {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  readonly sentBytes: number;
  /** Measured since it began; 0 until then. */
  readonly bytesPerSecond: number;
  readonly error?: unknown;
}

interface Task {
  readonly file: File;
  readonly settings: RecordingSettings;
  readonly abort: AbortController;
}

const atOnce = 2;
const files = sharedValue<readonly QueuedFile[]>([]);
const tasks = new Map<string, Task>();

/** The files of this page, two of which are sent at once. They go on while somebody looks at another screen. */
export const useQueuedFiles = files.use;

export function addFiles(chosen: readonly File[], settings: RecordingSettings): void {
  const added = chosen.map((file, index) => {
    const key = `${Date.now()}-${index}-${file.name}`;
    tasks.set(key, { file, settings, abort: new AbortController() });
    return { key, name: file.name, size: file.size, state: 'waiting' as const, sentBytes: 0, bytesPerSecond: 0 };
  });
  files.set([...files.get(), ...added]);
  startNext();
}

export function retryFile(key: string): void {
  change(key, { state: 'waiting', error: undefined });
  startNext();
}

/** Takes a file from the list. What the host has of it expires there by itself. */
export function removeFile(key: string): void {
  tasks.get(key)?.abort.abort();
  tasks.delete(key);
  files.set(files.get().filter((file) => file.key !== key));
  startNext();
}

function startNext(): void {
  const inState = (wanted: QueuedFile['state']) => files.get().filter(({ state }) => state === wanted);
  for (const { key } of inState('waiting').slice(0, atOnce - inState('sending').length)) void run(key);
}

async function run(key: string): Promise<void> {
  const task = tasks.get(key);
  if (task === undefined) return;
  change(key, { state: 'sending' });
  const idle = markBusy();
  const begin = performance.now();
  let first: number | undefined;
  try {
    const id = await sendFile(
      task.file,
      ({ sentBytes }) => {
        first ??= sentBytes;
        const seconds = (performance.now() - begin) / 1000;
        change(key, { sentBytes, bytesPerSecond: seconds > 1 ? (sentBytes - first) / seconds : 0 });
      },
      task.abort.signal,
    );
    await makeRecord(id, task.file, task.settings);
    change(key, { state: 'done', sentBytes: task.file.size });
    tasks.delete(key);
    void refresh('runs');
  } catch (error) {
    change(key, { state: 'failed', error });
  } finally {
    idle();
    startNext();
  }
}

function change(key: string, next: Partial<QueuedFile>): void {
  files.set(files.get().map((file) => (file.key === key ? { ...file, ...next } : file)));
}

interface Progress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/**
 * Sends a file in pieces. The same file chosen again, also after a reload, goes on where it was.
 *
 * @returns the id of the upload
 * @throws {ApiError} if the host refuses it
 */
function sendFile(file: File, onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<string> {
  let whenSignedIn = watchSession();
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(file, {
      endpoint: '/api/v1/uploads',
      chunkSize: 8 * 2 ** 20,
      retryDelays: [500, 1000, 3000, 5000, 10_000, 10_000, 10_000],
      metadata: { filename: file.name },
      removeFingerprintOnSuccess: true,
      onBeforeRequest: async () => {
        await whenUnlocked();
        whenSignedIn = watchSession();
      },
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0;
        if (status === 401) void whenSignedIn();
        return status === 0 || status === 401 || status === 409 || status === 423 || status >= 500;
      },
      onProgress: (sentBytes, totalBytes) => onProgress({ sentBytes, totalBytes: totalBytes ?? file.size }),
      onError: (error) => reject(apiErrorOf(error)),
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    });
    signal.addEventListener('abort', () => void upload.abort());
    void upload.findPreviousUploads().then(([previous]) => {
      if (previous !== undefined) upload.resumeFromPreviousUpload(previous);
      upload.start();
    }, reject);
  });
}

function apiErrorOf(error: Error): Error {
  if (!(error instanceof DetailedError)) return error;
  const text = error.originalResponse?.getBody() ?? '';
  return readApiError(error.originalResponse?.getStatus() ?? 0, text.startsWith('{') ? JSON.parse(text) : null);
}

/** Has the record of an uploaded file made; what it becomes follows from the kind of file. */
async function makeRecord(uploadId: string, file: File, settings: RecordingSettings): Promise<void> {
  const form = new FormData();
  form.set('upload_id', uploadId);
  const kind = kindOf(file);
  const { form: noteForm, template, ...about } = settings;
  const isNote = kind === 'sound' && noteForm === 'audio-note';
  for (const [name, value] of Object.entries({ ...about, ...(isNote && { template }) }))
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  const sound = noteForm === 'chiropractic-grid' ? 'grid_chiropractor' : 'upload_audio_file';
  const path = `/api/v1/transcripts/${{ image: 'upload_image_file', pdf: 'upload_pdf_files', sound }[kind]}`;
  // The key makes a repeated request, after an answer that was lost, make no second record.
  await sendSignedIn('POST', path, form, { headers: { prefer: 'respond-async', 'idempotency-key': uploadId } });
}

/** Only chooses the operation: what a file is, the host decides by its content. */
function kindOf({ type, name }: File): 'image' | 'pdf' | 'sound' {
  if (type.startsWith('image/')) return 'image';
  return type === 'application/pdf' || /\.pdf$/i.test(name) ? 'pdf' : 'sound';
}
