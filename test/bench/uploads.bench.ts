import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { temporaryFolder } from 'chronoscribe/testing';
import { benchRecognition } from './recognition.bench.ts';
import { type ServerProcess, startChronoscribe } from './server-process.ts';
import { table } from './table.ts';

const key = 'a-key-for-benchmarks-that-is-long';
const pieceBytes = 1024 * 1024;

/** What an upload costs: memory where it is large, time beside the recogniser where it is recognised. */
export async function benchUploads(): Promise<void> {
  await benchMemory();
  await benchRecognition();
}

/**
 * How much resident memory an upload costs that is much larger than memory should be: the form of a recording of 2 GiB,
 * refused only at its end.
 */
async function benchMemory(): Promise<void> {
  const folder = await temporaryFolder();
  const host = await startChronoscribe(folder.path, key);
  // A first, small one loads all the code that takes part.
  await upload(host.url, 1);
  const before = await host.memory();
  const begun = performance.now();
  const { status, highest } = await watched(host, upload(host.url, 2047));
  const seconds = (performance.now() - begun) / 1000;
  await uploadInPieces(host.url, 1);
  const beforePieces = await host.memory();
  const begunPieces = performance.now();
  const pieces = await watched(host, uploadInPieces(host.url, 2047));
  const secondsPieces = (performance.now() - begunPieces) / 1000;
  await host.stop();
  await folder.remove();
  const row = (way: string, answer: number, from: number, to: number, took: number) => [
    ...[way, String(answer), mb(from), mb(to), mb(to - from)],
    ...[took.toFixed(1), (2146 / took).toFixed(0)],
  ];
  table(
    'An upload of 2 GiB less one MiB',
    ['way', 'answer', 'resident before, MB', 'highest, MB', 'risen by, MB', 'seconds', 'MB per second'],
    [
      row('as a form', status, before.now, highest, seconds),
      row('in pieces (tus), then used', pieces.status, beforePieces.now, pieces.highest, secondsPieces),
    ],
  );
}

/** Sends the same by tus, and then its id in place of the file. */
async function uploadInPieces(url: string, mebibytes: number): Promise<number> {
  const length = 44 + mebibytes * pieceBytes;
  const headers = { 'x-api-key': key, 'tus-resumable': '1.0.0' };
  const created = await fetch(`${url}/api/v1/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(length) },
  });
  const path = created.headers.get('location') ?? '';
  const noise = randomBytes(pieceBytes);
  const outgoing = request(url + path, {
    method: 'PATCH',
    headers: {
      ...headers,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'content-length': length,
    },
  });
  const answered = new Promise<void>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => incoming.resume().once('end', () => resolve()));
  });
  outgoing.write(wavHeader(mebibytes * pieceBytes));
  for (let piece = 0; piece < mebibytes; piece += 1) {
    if (!outgoing.write(noise)) await new Promise((resolve) => outgoing.once('drain', resolve));
  }
  outgoing.end();
  await answered;
  const form = new FormData();
  form.set('upload_id', path.split('/').at(-1) ?? '');
  const used = await fetch(`${url}/api/v1/transcripts/upload_audio_file`, {
    method: 'POST',
    headers: { 'x-api-key': key, prefer: 'respond-async' },
    body: form,
  });
  const location = used.headers.get('location');
  if (location !== null) await fetch(url + location, { method: 'DELETE', headers: { 'x-api-key': key } });
  return used.status;
}

const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);

async function watched<T>(
  host: ServerProcess,
  work: Promise<T>,
): Promise<{ readonly status: T; readonly highest: number }> {
  let highest = 0;
  const timer = setInterval(() => {
    void host.memory().then(({ now }) => {
      highest = Math.max(highest, now);
    });
  }, 50);
  const status = await work;
  clearInterval(timer);
  return { status, highest };
}

/** Sends a WAV header and then noise, as one file of so many MiB, and cancels the run that it starts. */
async function upload(url: string, mebibytes: number): Promise<number> {
  const head =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="long.wav"\r\ncontent-type: audio/wav\r\n\r\n';
  const tail = '\r\n--b--\r\n';
  const noise = randomBytes(pieceBytes);
  const header = wavHeader(mebibytes * pieceBytes);
  const outgoing = request(`${url}/api/v1/transcripts/upload_audio_file`, {
    method: 'POST',
    headers: {
      'x-api-key': key,
      prefer: 'respond-async',
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': head.length + header.length + mebibytes * pieceBytes + tail.length,
    },
  });
  const answered = new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      incoming.resume();
      incoming.once('end', () => resolve({ status: incoming.statusCode ?? 0, location: incoming.headers.location }));
    });
  });
  outgoing.write(head);
  outgoing.write(header);
  for (let piece = 0; piece < mebibytes; piece += 1) {
    if (!outgoing.write(noise)) await new Promise((resolve) => outgoing.once('drain', resolve));
  }
  outgoing.end(tail);
  const { status, location } = await answered;
  if (location !== undefined) await fetch(url + location, { method: 'DELETE', headers: { 'x-api-key': key } });
  return status;
}

/** 48 kHz, stereo, 16 bits. */
function wavHeader(bytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(Math.min(36 + bytes, 0xffffffff), 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(48_000, 24);
  header.writeUInt32LE(192_000, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(Math.min(bytes, 0xffffffff), 40);
  return header;
}
