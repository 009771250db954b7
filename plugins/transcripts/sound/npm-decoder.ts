import { createRequire } from 'node:module';
import { Problem } from 'chronoscribe';
import { scriptCommand } from 'chronoscribe/child-process';
import { z } from 'zod';
import { type Decoder, type DecodingLimits, defaultLimits } from './decoder.ts';
import { runDecodingProcess } from './decoding-process.ts';
import { exitCodes } from './npm-child-exit.ts';

/** The child's JavaScript heap in MB; decoders keep their buffers outside of it, which is why its resident memory is watched too. */
const heapMegabytes = 256;

/**
 * A decoder that needs nothing but `npm install`: `audio-decode`, whose codecs are WebAssembly (6.6 MB installed; `mediabunny`
 * with its server codecs takes 213 MB and is slower). One hour of sound takes it 8 to 10 s at 170 MB and takes ffmpeg 2 to 4 s at
 * 55 MB, and ffmpeg knows more formats; so this one is the second choice.
 *
 * It works in a child process, because a codec cannot be interrupted: only killing it ends a decoder that hangs.
 */
export function npmDecoder(limits: DecodingLimits = defaultLimits): Decoder {
  return {
    description: `audio-decode ${packageVersion()}, which comes with the host`,
    async decode(path, sink, signal) {
      const { exitCode, bytes, complaint } = await runDecodingProcess({
        ...scriptCommand({ url: new URL('./npm-child.ts', import.meta.url), arguments: [path], heapMegabytes }),
        limits,
        sink,
        signal,
      });
      if (exitCode === 0) return true;
      if (bytes > 0) return false;
      const cause = new Error(`the decoder ended with ${exitCode}: ${complaint}`);
      if (exitCode === exitCodes.unsupported) {
        throw new Problem('provider-unavailable', {
          detail: 'Decoding this recording needs ffmpeg, which was not found. Install ffmpeg and restart the host.',
          cause,
        });
      }
      const detail =
        exitCode === exitCodes.unreadable
          ? 'The recording could not be decoded: it is damaged, or it holds no sound track.'
          : 'The recording could not be decoded: the decoder crashed on it. ffmpeg reads more files; install it, or send another format.';
      throw new Problem('unreadable-file', { detail, cause });
    },
  };
}

function packageVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('audio-decode/package.json');
  return z.object({ version: z.string() }).parse(manifest).version;
}
