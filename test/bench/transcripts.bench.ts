import autocannon from 'autocannon';
import { temporaryFolder } from 'chronoscribe/testing';
import { sendTranscript, shortCues } from './flood.ts';
import { startChronoscribe } from './server-process.ts';
import { table } from './table.ts';

const key = 'a-key-for-benchmarks-that-is-long';
const sizes = [0.03, 1, 4];

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
    pings.stop?.();
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

async function upload(url: string, transcript: string): Promise<void> {
  const status = await sendTranscript(url, key, transcript);
  if (status !== 200) throw new Error(`the upload was answered with ${status}`);
}
