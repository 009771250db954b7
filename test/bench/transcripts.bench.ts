import autocannon from 'autocannon';
import { temporaryFolder } from 'chronoscribe/testing';
import { startChronoscribe } from './server-process.ts';
import { table } from './table.ts';

const key = 'a-key-for-benchmarks-that-is-long';
const sizes = [0.03, 1, 4];
const said = ['I have pain in my back.', 'Since when?', 'Two weeks ago.', 'Take 400 mg ibuprofen.', 'Okay.'];

/** How late `/health` answers while a transcript of short cues is read, drafted and saved. */
export async function benchTranscripts(): Promise<void> {
  const folder = await temporaryFolder();
  const host = await startChronoscribe(folder.path, key);
  const rows: string[][] = [];
  // The first one also starts the child processes.
  await upload(host.url, shortCues(10_000));
  for (const size of sizes) {
    const transcript = shortCues(size * 1024 ** 2);
    const { promise: finished, resolve, reject } = Promise.withResolvers<autocannon.Result>();
    const load = { url: `${host.url}/health`, connections: 2, overallRate: 200, duration: 600 };
    const pings = autocannon(load, (error, result) => (error ? reject(error) : resolve(result)));
    const started = performance.now();
    await upload(host.url, transcript);
    const seconds = (performance.now() - started) / 1000;
    pings.stop();
    const { latency } = await finished;
    rows.push([
      `${size} MiB`,
      `${seconds.toFixed(2)} s`,
      `${latency.p50} ms`,
      `${latency.p99} ms`,
      `${latency.max} ms`,
    ]);
  }
  const { peak } = await host.memory();
  await host.stop();
  await folder.remove();
  const title = `/health while a transcript is uploaded; the host takes ${Math.round(peak / 1024 ** 2)} MB at most`;
  table(title, ['transcript', 'upload', 'p50', 'p99', 'max'], rows);
}

function shortCues(bytes: number): string {
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23);
  let text = 'WEBVTT\n\n';
  for (let at = 0; text.length < bytes - 100; at += 1) {
    text += `${clock(at * 200)} --> ${clock(at * 200 + 200)}\n<v ${at % 2 === 0 ? 'Patient' : 'Doctor'}>${said[at % said.length]}\n\n`;
  }
  return text;
}

async function upload(url: string, transcript: string): Promise<void> {
  const form = new FormData();
  form.append('file', new File([transcript], 'visit.vtt'));
  const answer = await fetch(`${url}/api/v1/transcripts/upload_audio_file`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: form,
  });
  if (!answer.ok) throw new Error(`the upload was answered with ${answer.status}`);
  await answer.arrayBuffer();
}
