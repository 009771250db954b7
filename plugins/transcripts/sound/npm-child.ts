import decode from 'audio-decode';
import { monoAt16kHz } from './mono.ts';
import { readInPieces } from './mp4-order.ts';
import { exitCodes } from './npm-child-exit.ts';
import { soundFormat } from './sound-format.ts';

/**
 * The child process of the npm decoder: `node npm-child.ts FILE` writes the file's sound to standard output as 16 kHz mono
 * 16-bit samples, and ends with one of `exitCodes` where it cannot.
 */

class NoDecoder extends Error {}

async function main(path: string): Promise<void> {
  const format = await soundFormat(path);
  if (format === undefined) throw new NoDecoder('no decoder for this content');

  const decoder = await decode[format]();
  const toSamples = monoAt16kHz();
  let written = 0;
  const write = async (samples: Int16Array) => {
    written += samples.length;
    if (samples.length > 0) await writeOut(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  };
  for await (const piece of readInPieces(path, format === 'm4a')) await write(toSamples.add(await decoder(piece)));
  await write(toSamples.add(await decoder()));
  await write(toSamples.end());
  // These decoders skip what they cannot read, and a file of nothing else looks like an empty one.
  if (written === 0) throw new Error('nothing could be decoded');
}

function writeOut(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

function exitCodeFor(thrown: unknown): number {
  const unsupported = thrown instanceof NoDecoder || (thrown instanceof Error && /unsupported/i.test(thrown.message));
  return unsupported ? exitCodes.unsupported : exitCodes.unreadable;
}

// Standard output is for samples alone; WebAssembly modules print to it through console.log.
console.log = console.error;

try {
  await main(process.argv[2] ?? '');
  process.exit(0);
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : 'unknown failure');
  process.exit(exitCodeFor(thrown));
}
