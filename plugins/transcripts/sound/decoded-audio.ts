import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { decoder as amrDecoder } from '@audio/decode-amr';
import {
  ADTS,
  AudioSampleSink,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  FilePathSource,
  FLAC,
  Input,
  type InputAudioTrack,
  MATROSKA,
  MkvOutputFormat,
  MP3,
  MP4,
  OGG,
  Output,
  QTFF,
  ReadableStreamSource,
  UnsupportedInputFormatError,
  WAVE,
  WEBM,
} from 'mediabunny';
import { OpusDecoder } from 'opus-decoder';
import { sampleRate } from './decoder.ts';
import type { DecodedPiece } from './resampler.ts';

/** The file is in a format, or holds a codec, that no bundled decoder reads. */
export class UnsupportedAudio extends Error {}

/** Playlists (HLS) are left out: they name other files and addresses, which would be opened. */
const formats = [WAVE, MP3, MP4, QTFF, ADTS, OGG, WEBM, MATROSKA, FLAC];

/** How much sound the native decoder gets at once. It decodes whole files only, at 4 bytes per sample and channel. */
const batchSeconds = 20;

/**
 * The sound of the first audio track of a file, or of a stream while it comes, piece by piece. `mediabunny` reads the container; each codec has its
 * decoder.
 *
 * @throws UnsupportedAudio for a format or codec without a bundled decoder; any other error for a damaged file.
 */
export async function* decodedAudio(from: string | ReadableStream<Uint8Array>): AsyncGenerator<DecodedPiece> {
  if (typeof from === 'string' && (await isAmr(from))) {
    yield* decodedAmr(from);
    return;
  }
  const source = typeof from === 'string' ? new FilePathSource(from) : new ReadableStreamSource(from);
  using input = new Input({ source, formats });
  const track = await audioTrack(input);
  const codec = await track.getCodec();
  switch (codec) {
    case 'opus':
      yield* decodedOpus(track);
      return;
    case 'aac':
    case 'flac':
    case 'mp3':
    case 'vorbis':
      yield* decodedInBatches(track, codec);
      return;
    case 'ac3':
    case 'eac3':
    case 'dts':
    case null:
      throw new UnsupportedAudio(`no decoder for ${codec ?? 'this codec'}`);
    default:
      yield* decodedPcm(track);
  }
}

async function audioTrack(input: Input): Promise<InputAudioTrack> {
  try {
    const track = await input.getPrimaryAudioTrack();
    if (track === null) throw new Error('no sound track');
    return track;
  } catch (thrown) {
    throw thrown instanceof UnsupportedInputFormatError ? new UnsupportedAudio('no decoder for this content') : thrown;
  }
}

async function isAmr(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(5), 0, 5, 0);
  return buffer.toString('latin1') === '#!AMR';
}

async function* decodedAmr(path: string): AsyncGenerator<DecodedPiece> {
  await using file = await open(path);
  const decoder = await amrDecoder();
  for await (const piece of file.createReadStream()) yield decoder.decode(piece);
  yield decoder.flush();
}

async function* decodedOpus(track: InputAudioTrack): AsyncGenerator<DecodedPiece> {
  const channels = await track.getNumberOfChannels();
  if (channels > 2) throw new UnsupportedAudio(`no decoder for Opus with ${channels} channels`);
  const decoder = new OpusDecoder({ channels, sampleRate });
  await decoder.ready;
  for await (const { data } of new EncodedPacketSink(track).packets()) yield decoder.decodeFrame(data);
}

async function* decodedPcm(track: InputAudioTrack): AsyncGenerator<DecodedPiece> {
  for await (const sample of new AudioSampleSink(track).samples()) {
    const channelData = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
      const channel = new Float32Array(sample.numberOfFrames);
      sample.copyTo(channel, { planeIndex, format: 'f32-planar' });
      return channel;
    });
    yield { channelData, sampleRate: sample.sampleRate };
    sample.close();
  }
}

type BatchCodec = 'aac' | 'flac' | 'mp3' | 'vorbis';

/**
 * Packets before those of a batch that are decoded again, and whose sound is dropped: windows overlap, and an MP3 frame
 * may use bits of several frames before it.
 */
const overlapPackets: Readonly<Record<BatchCodec, number>> = { aac: 2, flac: 0, mp3: 12, vorbis: 2 };

/**
 * AAC, FLAC, MP3 and Vorbis, by the native Symphonia of `node-web-audio-api`: packets are put into small Matroska
 * files.
 */
async function* decodedInBatches(track: InputAudioTrack, codec: BatchCodec): AsyncGenerator<DecodedPiece> {
  const config = await track.getDecoderConfig();
  if (config === null) throw new UnsupportedAudio(`no description of the ${codec} track`);
  const decode = nativeDecoder(config.sampleRate);
  let packets: EncodedPacket[] = [];
  let fresh = 0;
  const decodeBatch = async (): Promise<DecodedPiece> => {
    const { channels } = await decode(await matroskaFile(packets, codec, config));
    const length = Math.round(secondsOf(packets.slice(-fresh)) * config.sampleRate);
    packets = overlapPackets[codec] === 0 ? [] : packets.slice(-overlapPackets[codec]);
    fresh = 0;
    return {
      channelData: channels.map((channel) => channel.subarray(Math.max(0, channel.length - length))),
      sampleRate: config.sampleRate,
    };
  };
  for await (const packet of new EncodedPacketSink(track).packets()) {
    packets.push(packet);
    fresh += 1;
    if (secondsOf(packets) > batchSeconds) yield await decodeBatch();
  }
  if (fresh > 0) yield await decodeBatch();
}

/** A container may cut the last packet short; the decoder does not. */
function secondsOf(packets: readonly EncodedPacket[]): number {
  const durations = packets.map(({ duration }) => duration);
  const last = Math.max(durations.at(-1) ?? 0, durations.at(-2) ?? 0);
  return durations.slice(0, -1).reduce((sum, duration) => sum + duration, last);
}

async function matroskaFile(
  packets: readonly EncodedPacket[],
  codec: BatchCodec,
  decoderConfig: NonNullable<Awaited<ReturnType<InputAudioTrack['getDecoderConfig']>>>,
): Promise<ArrayBuffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  const start = packets[0]?.timestamp ?? 0;
  for (const packet of packets) {
    await source.add(packet.clone({ timestamp: Math.max(0, packet.timestamp - start) }), { decoderConfig });
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('the batch could not be written');
  return target.buffer;
}

interface NativeAudio {
  readonly OfflineAudioContext: new (
    channels: number,
    length: number,
    rate: number,
  ) => {
    decodeAudioData(file: ArrayBuffer): Promise<{
      readonly numberOfChannels: number;
      getChannelData(channel: number): Float32Array;
    }>;
  };
}

/**
 * The native decoder, loaded only if needed: it does not exist for every system, and on Linux it needs the ALSA
 * library. Its own types are not used because they add a browser's types to the whole project.
 */
function nativeDecoder(rate: number): (file: ArrayBuffer) => Promise<{ readonly channels: readonly Float32Array[] }> {
  let native: NativeAudio;
  try {
    native = createRequire(import.meta.url)('node-web-audio-api') as NativeAudio;
  } catch (cause) {
    throw new UnsupportedAudio('the native decoder cannot be loaded', { cause });
  }
  const context = new native.OfflineAudioContext(1, 1, rate);
  return async (file) => {
    const audio = await context.decodeAudioData(file);
    return { channels: Array.from({ length: audio.numberOfChannels }, (_, channel) => audio.getChannelData(channel)) };
  };
}
