import { Readable } from 'node:stream';
import { decodedAudio, UnsupportedAudio } from './decoded-audio.ts';
import { exitCodes } from './decoder.ts';
import { headerBytes } from './mix.ts';
import { soundAt16kHz } from './resampler.ts';

/**
 * The child process of the bundled decoder: `node bundled-decoder-child.ts FILE` writes the file's sound to standard
 * output as a WAV file of 16 kHz and 16 bits with one or two channels, and ends with one of `exitCodes` if it cannot. `-` for FILE is standard input,
 * which is decoded while it comes.
 */
async function main(path: string): Promise<void> {
  const sound = soundAt16kHz();
  let written = 0;
  const write = async (samples: Int16Array) => {
    if (samples.length === 0) return;
    if (written === 0) await writeOut(header(sound.channels));
    written += samples.length;
    await writeOut(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  };
  const source = path === '-' ? Readable.toWeb(process.stdin) : path;
  for await (const piece of decodedAudio(source)) await write(sound.add(piece));
  await write(sound.end());
  // Some decoders skip what they cannot read, and a file of nothing else looks like an empty one.
  if (written === 0) throw new Error('nothing could be decoded');
}

/** The host reads nothing of it but the number of channels. */
function header(channels: number): Uint8Array {
  return new Uint8Array(headerBytes).fill(channels, 22, 23);
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
