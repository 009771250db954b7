import { Problem } from 'chronoscribe';
import { scriptCommand } from 'chronoscribe/child-process';
import { type Decoder, type DecodingLimits, defaultLimits, exitCodes } from './decoder.ts';
import { decoderBy } from './decoding-process.ts';

/**
 * The child's JavaScript heap in MB. Decoders keep their buffers outside of it, so its resident memory is watched too.
 */
const heapMegabytes = 256;

/**
 * A decoder that needs nothing but `npm install`: libraries under permissive licences or the MPL, each for its codecs.
 * It is the second choice, because ffmpeg knows more formats and takes less memory.
 *
 * It works in a child process, because a codec cannot be interrupted: only killing it ends a decoder that hangs.
 */
export function bundledDecoder(limits: DecodingLimits = defaultLimits): Decoder {
  const url = new URL('./bundled-decoder-child.ts', import.meta.url);
  return decoderBy({
    description: 'the bundled decoder',
    command: (path) =>
      scriptCommand({
        url,
        arguments: [path ?? standardInput],
        heapMegabytes,
        reads: path === undefined ? [] : [path],
        addons: true,
      }),
    failure,
    limits,
  });
}

/** The argument that tells the child to read its standard input. No path is like it: paths are absolute. */
const standardInput = '-';

function failure({ exitCode, stderr }: { readonly exitCode: number | null; readonly stderr: string }): Problem {
  const cause = new Error(`the decoder ended with ${exitCode}: ${stderr}`);
  if (exitCode === exitCodes.unsupported) {
    return new Problem('provider-unavailable', {
      detail:
        'Decoding this recording needs ffmpeg, which was not found. Install ffmpeg (`apt-get install ffmpeg`) and restart ' +
        'the host.',
      cause,
    });
  }
  const detail =
    exitCode === exitCodes.unreadable
      ? 'The recording could not be decoded: it is damaged, or it holds no sound track.'
      : 'The recording could not be decoded: the decoder crashed on it. ffmpeg reads more files: install it ' +
        '(`apt-get install ffmpeg`), or send another format.';
  return new Problem('unreadable-file', { detail, cause });
}
