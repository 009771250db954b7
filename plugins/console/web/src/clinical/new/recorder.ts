import { markBusy } from '../../shared/activity.ts';
import { api } from '../../shared/api.ts';
import { sharedValue } from '../../shared/shared-value.ts';
import { measureLevel, openMicrophone, recorderType } from './microphone.ts';
import {
  addMark,
  addPiece,
  changeRecording,
  deleteRecording,
  getRecording,
  mayPass,
  putRecording,
  type RecordingSettings,
  sendStoredPieces,
  waitingBytes,
  whileNotSending,
} from './recording-storage.ts';

/** What the recorder does. There is one for the page, which goes on while somebody looks at another screen. */
export interface RecorderState {
  readonly phase: 'idle' | 'recording' | 'paused' | 'finishing';
  /** Of the recording in this browser; undefined while idle. */
  readonly id?: string;
  readonly elapsedMs: number;
  /** Moments that were marked since this page records, as `elapsedMs`. */
  readonly marks: readonly number[];
  /** False if another browser made some of the sound, so that nobody here knows how long it is. */
  readonly canMark: boolean;
  /** 0 to 1. */
  readonly level: number;
  /** Sound that is kept in this browser until the host confirms it. */
  readonly waitingBytes: number;
  /** Why sound could not be sent; it is tried again unless it `stopped`. */
  readonly error?: unknown;
  readonly stopped: boolean;
}

const idle: RecorderState = {
  phase: 'idle',
  elapsedMs: 0,
  marks: [],
  canMark: false,
  level: 0,
  waitingBytes: 0,
  stopped: false,
};
const state = sharedValue(idle);

export const useRecorder = state.use;

function update(change: Partial<RecorderState>): void {
  state.set({ ...state.get(), ...change });
}

interface Running {
  readonly recorder: MediaRecorder;
  readonly end: () => void;
}
let running: Running | undefined;
/** Stores pieces one after the other, so that their order is that of the sound. */
let storing: Promise<void> = Promise.resolve();

/** Begins a recording, or goes on with one of this browser. @throws if there is no microphone */
export async function startRecording(
  microphone: string | undefined,
  begin: { readonly account: string; readonly settings: RecordingSettings } | { readonly goOn: string },
): Promise<void> {
  const stream = await openMicrophone(microphone);
  const id = 'goOn' in begin ? begin.goOn : crypto.randomUUID();
  if (!('goOn' in begin)) await putRecording({ id, ...begin, startedAt: Date.now(), offset: 0, elapsedMs: 0 });
  const before = (await getRecording(id))?.elapsedMs;
  // The browser may delete what a page stores when the disk is full, unless it was asked not to.
  void navigator.storage?.persist?.();

  const type = recorderType();
  const recorder = new MediaRecorder(stream, {
    ...(type === undefined ? {} : { mimeType: type }),
    audioBitsPerSecond: 48_000,
  });
  let begins = true;
  let elapsed = before ?? 0;
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return;
    const isFirst = begins;
    begins = false;
    const length = before === undefined ? undefined : elapsed;
    storing = storing.then(() => storePiece(id, data, isFirst, length)).then(() => void sendSoon(id));
  });
  const level = measureLevel(stream);
  const releaseScreen = keepScreenOn();
  const idleAgain = markBusy();
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (recorder.state === 'recording') elapsed += now - last;
    last = now;
    update({ elapsedMs: elapsed, level: recorder.state === 'recording' ? level.read() : 0 });
  }, 100);
  running = {
    recorder,
    end: () => {
      clearInterval(timer);
      level.stop();
      releaseScreen();
      idleAgain();
      for (const track of stream.getTracks()) track.stop();
    },
  };
  recorder.start(1000);
  update({ ...idle, phase: 'recording', id, elapsedMs: elapsed, canMark: before !== undefined });
}

export function pauseRecording(): void {
  running?.recorder.pause();
  update({ phase: 'paused' });
}

export function resumeRecording(): void {
  running?.recorder.resume();
  update({ phase: 'recording' });
}

/** Marks this moment of the recording. It is kept in this browser until the host has it. */
export async function markMoment(): Promise<void> {
  const { id, elapsedMs, canMark, phase, marks } = state.get();
  if (id === undefined || !canMark || phase === 'finishing') return;
  const at = Math.round(elapsedMs);
  await addMark(id, at);
  update({ marks: [...marks, at] });
  void sendSoon(id);
}

/** Fills in what the record will be made with, also while it is recorded. */
export async function describeRecording(id: string, settings: RecordingSettings): Promise<void> {
  await changeRecording(id, { settings });
  void sendSoon(id);
}

/** Ends the recording, sends what is left of it, and has the record made. */
export async function finishRecording(id: string): Promise<void> {
  await stopMicrophone();
  update({ phase: 'finishing', id });
  try {
    await storing;
    await sendStoredPieces(id);
    await finishAtHost((await getRecording(id))?.liveId ?? id);
    await deleteRecording(id);
  } finally {
    // If it failed, the sound stays in this browser and at the host: it can be finished again from the list.
    update(idle);
  }
}

/** Has the record of a recording at the host made. */
export async function finishAtHost(id: string): Promise<void> {
  await api.POST('/api/v1/transcripts/live/{id}/finish', { id }, { headers: { prefer: 'respond-async' } });
}

/** Throws the sound away, here and at the host. */
export async function discardRecording(id: string): Promise<void> {
  await stopMicrophone();
  await storing;
  // A piece that arrives after the recording was deleted would be refused.
  await whileNotSending(id, async () => {
    const liveId = (await getRecording(id))?.liveId;
    if (liveId !== undefined) await api.DELETE('/api/v1/transcripts/live/{id}', { id: liveId });
    await deleteRecording(id);
  });
  update(idle);
}

/** Stores a piece; one that the disk refuses stays in memory, and is tried again until there is room. */
async function storePiece(id: string, sound: Blob, begins: boolean, elapsedMs: number | undefined): Promise<void> {
  for (;;) {
    try {
      return await addPiece(id, sound, begins, elapsedMs);
    } catch (error) {
      update({ error });
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

async function stopMicrophone(): Promise<void> {
  if (running === undefined) return;
  const { recorder, end } = running;
  running = undefined;
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
  recorder.stop();
  await stopped;
  end();
}

let sending: Promise<void> | undefined;

/** Sends what is stored; tries again after a failure that may pass, at the latest after ten seconds. */
function sendSoon(id: string): Promise<void> {
  sending ??= sendUntilDone(id).finally(() => {
    sending = undefined;
  });
  return sending;
}

async function sendUntilDone(id: string): Promise<void> {
  for (let failures = 0; ; failures++) {
    update({ waitingBytes: await waitingBytes(id) });
    try {
      // While somebody speaks there may always be a next piece: what was confirmed is shown at once.
      await sendStoredPieces(id, () => void showSent(id));
      return await showSent(id);
    } catch (error) {
      const stopped = !mayPass(error);
      update({ error, stopped, waitingBytes: await waitingBytes(id) });
      if (stopped) return;
      await new Promise((resolve) => setTimeout(resolve, Math.min(10_000, 500 * 2 ** failures)));
    }
  }
}

async function showSent(id: string): Promise<void> {
  update({ waitingBytes: await waitingBytes(id), error: undefined, stopped: false });
}

/** Keeps the screen from turning off, which would stop the microphone on a phone. Returns what ends that. */
function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | undefined;
  let ended = false;
  const ask = async () => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    // Refused on low battery: the recording goes on without it.
    lock = await navigator.wakeLock.request('screen').catch(() => undefined);
    if (ended) void lock?.release();
  };
  void ask();
  document.addEventListener('visibilitychange', ask);
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
}
