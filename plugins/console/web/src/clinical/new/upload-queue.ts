import { refresh } from '../../shared/query-client.ts';
import { sharedValue } from '../../shared/shared-value.ts';
import { markBusy } from '../../shared/unsaved-work.ts';
import type { RecordingSettings } from './recording-storage.ts';
import { makeRecord, sendFile } from './upload.ts';

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
export function useUploadQueue() {
  return { files: files.use(), add, retry, remove };
}

function add(chosen: readonly File[], settings: RecordingSettings): void {
  const added = chosen.map((file, index) => {
    const key = `${Date.now()}-${index}-${file.name}`;
    tasks.set(key, { file, settings, abort: new AbortController() });
    return { key, name: file.name, size: file.size, state: 'waiting' as const, sentBytes: 0, bytesPerSecond: 0 };
  });
  files.set([...files.get(), ...added]);
  startNext();
}

function retry(key: string): void {
  change(key, { state: 'waiting', error: undefined });
  startNext();
}

/** Takes a file from the list. What the host has of it expires there by itself. */
function remove(key: string): void {
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
