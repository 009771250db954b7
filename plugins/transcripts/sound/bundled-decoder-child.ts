import { Readable } from 'node:stream';
import { decodedAudio, UnsupportedAudio } from './decoded-audio.ts';
import { exitCodes } from './decoder.ts';
import { monoAt16kHz } from './resampler.ts';

/**
 * The child process of the bundled decoder: `node bundled-decoder-child.ts FILE` writes the file's sound to standard
 * output as 16 kHz mono 16-bit samples, and ends with one of `exitCodes` if it cannot. `-` for FILE is standard input,
 * which is decoded while it comes.
 */
async function main(path: string): Promise<void> {
  const mono = monoAt16kHz();
  let written = 0;
  const write = async (samples: Int16Array) => {
    written += samples.length;
    if (samples.length > 0) await writeOut(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  };
  const source = path === '-' ? Readable.toWeb(process.stdin) : path;
  for await (const piece of decodedAudio(source)) await write(mono.add(piece));
  await write(mono.end());
  // Some decoders skip what they cannot read, and a file of nothing else looks like an empty one.
  if (written === 0) throw new Error('nothing could be decoded');
}

function writeOut(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

// Standard output is for samples alone; WebAssembly modules and libraries print to it through console.log.
console.log = console.error;
console.info = console.error;

try {
  await main(process.argv[2] ?? '');
  process.exit(0);
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : 'unknown failure');
  process.exit(thrown instanceof UnsupportedAudio ? exitCodes.unsupported : exitCodes.unreadable);
}
