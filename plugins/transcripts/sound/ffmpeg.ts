import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Health, Problem } from 'chronoscribe';
import { bundledDecoder } from './bundled-decoder.ts';
import { type Decoder, type DecodingLimits, defaultLimits, sampleRate } from './decoder.ts';
import { decoderBy } from './decoding-process.ts';

/**
 * Demuxers of the accepted formats. Playlists (`hls`, `concat`, `dash`) are left out: ffmpeg would open the files and
 * URLs that they name.
 */
const demuxers = ['wav', 'mp3', 'mov', 'aac', 'ogg', 'matroska', 'flac', 'amr', 'amrnb', 'amrwb', 'aiff', 'caf', 'asf'];

/** The largest single allocation. The memory of the whole process is limited too. */
const largestAllocation = 256 * 1024 * 1024;

/**
 * The system's ffmpeg if it is on the path, else the bundled decoder. It is looked for when it is first needed: ffmpeg
 * takes a quarter of a second to say its version, for which the start of a host would wait.
 */
export function decoderOf(path: string): Pick<Decoder, 'decode' | 'decodeStream'> & { health(): Promise<Health> } {
  let found: ReturnType<typeof findDecoder> | undefined;
  const find = () => {
    found ??= findDecoder(path);
    return found;
  };
  return {
    decode: async (...of) => (await find()).decoder.decode(...of),
    decodeStream: async (...of) => (await find()).decoder.decodeStream(...of),
    health: async () => (await find()).health,
  };
}

async function findDecoder(path: string): Promise<{ readonly decoder: Decoder; readonly health: Health }> {
  const ffmpeg = await findFfmpeg(path);
  if (ffmpeg !== undefined) return { decoder: ffmpeg, health: { status: 'ok', detail: ffmpeg.description } };
  const decoder = bundledDecoder();
  return {
    decoder,
    health: {
      status: 'ok',
      detail: `${decoder.description} (no ffmpeg on the path)`,
      hint: 'Install ffmpeg (`apt-get install ffmpeg`) and restart the host: it decodes faster and knows more formats.',
    },
  };
}

/**
 * The system's ffmpeg. Undefined if there is none on the path, or it does not say its version.
 *
 * @param path A search path as in the environment variable `PATH`.
 */
export async function findFfmpeg(path: string, limits: DecodingLimits = defaultLimits): Promise<Decoder | undefined> {
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  for (const folder of path.split(delimiter).filter((entry) => entry !== '')) {
    const command = join(folder, name);
    const version = await versionOf(command);
    if (version !== undefined) return ffmpegDecoder(command, version, limits);
  }
  return undefined;
}

async function versionOf(command: string): Promise<string | undefined> {
  try {
    await access(command, constants.X_OK);
    const { stdout } = await promisify(execFile)(command, ['-version'], { timeout: 5000 });
    return /^ffmpeg version (\d[\d.]*|\S+)/.exec(stdout)?.[1];
  } catch {
    return undefined; // Not there, not ours to run, or not ffmpeg: the search goes on.
  }
}

function ffmpegDecoder(command: string, version: string, limits: DecodingLimits): Decoder {
  return decoderBy({
    description: `ffmpeg ${version} at ${command}`,
    command: (path) => ({
      command,
      arguments: path === undefined ? [...atOnce, ...argumentsFor('pipe:0')] : argumentsFor(`file:${path}`),
    }),
    failure: ({ exitCode, stderr }) =>
      new Problem('unreadable-file', {
        detail: 'The recording could not be decoded: it is damaged, or it holds no sound track.',
        cause: new Error(`ffmpeg ended with ${exitCode}: ${stderr}`),
      }),
    limits,
  });
}

/** Sound comes out as soon as it can be known: little is read before the first is decoded. */
const atOnce = ['-probesize', '4096', '-analyzeduration', '0'];

function argumentsFor(input: string): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-max_alloc', String(largestAllocation)],
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', demuxers.join(','), '-i', input],
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-ar', String(sampleRate)],
    ...['-af', 'aformat=channel_layouts=mono|stereo', '-c:a', 'pcm_s16le', '-bitexact', '-f', 'wav', 'pipe:1'],
  ];
}
