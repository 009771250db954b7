import type { Channels, SampleSink } from './decoder.ts';

/**
 * Sum and difference of two channels are told apart by their energies: of a microphone that is wired the wrong way
 * round, or a recorder that widens, the sum is near silence. Two voices with a channel each have as much of both.
 */
const cancels = 8;

/**
 * One channel of two: their mean, or half their difference where they cancel each other out.
 *
 * @param left samples, as many as `right`
 */
export function mixed<T extends Float32Array | Int16Array>(left: T, right: T, into: T): T {
  let sum = 0;
  let difference = 0;
  for (let at = 0; at < left.length; at += 1) {
    const [one, other] = [left[at] ?? 0, right[at] ?? 0];
    sum += (one + other) ** 2;
    difference += (one - other) ** 2;
  }
  const sign = difference > cancels * sum ? -1 : 1;
  for (let at = 0; at < left.length; at += 1) into[at] = ((left[at] ?? 0) + sign * (right[at] ?? 0)) / 2;
  return into;
}

const bytesPerFrame = 4;

const nothing: Mono = { sound: new Uint8Array(0) };

interface Mono {
  readonly sound: Uint8Array;
  /** Of stereo sound. */
  readonly channels?: Channels;
}

/** A sink for a WAV file of 16 bits with one or two channels, which hands on the samples of one. */
export function wavSink(sink: SampleSink): (piece: Uint8Array) => Promise<void> {
  const mono = monoOfWav();
  return async (piece) => {
    const { sound, channels } = mono(piece);
    // The header of the file may come alone.
    if (sound.length > 0) await sink(sound, channels);
  };
}

/** What stands before the samples: ffmpeg writes no more, if it is told to write nothing that it need not. */
export const headerBytes = 44;

/**
 * Takes a WAV file of 16 bits with one or two channels, piece by piece, and gives the samples of one. A piece may end
 * anywhere.
 */
export function monoOfWav(): (piece: Uint8Array) => Mono {
  let channels: number | undefined;
  let rest: Uint8Array = new Uint8Array(0);
  return (piece) => {
    const held = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    if (channels === undefined && held.length < headerBytes) {
      rest = held;
      return nothing;
    }
    const begin = channels === undefined ? headerBytes : 0;
    channels ??= new DataView(held.buffer, held.byteOffset).getUint16(22, true);
    const frame = channels === 1 ? 1 : bytesPerFrame;
    const end = held.length - ((held.length - begin) % frame);
    rest = held.slice(end);
    const samples = held.subarray(begin, end);
    return channels === 1 ? { sound: samples } : monoOfStereo(samples);
  };
}

/** @param interleaved whole frames */
function monoOfStereo(interleaved: Uint8Array): Mono {
  const frames = interleaved.length / bytesPerFrame;
  const view = new DataView(interleaved.buffer, interleaved.byteOffset);
  const [left, right] = [new Int16Array(frames), new Int16Array(frames)];
  for (let at = 0; at < frames; at += 1) {
    left[at] = view.getInt16(at * bytesPerFrame, true);
    right[at] = view.getInt16(at * bytesPerFrame + 2, true);
  }
  return { sound: new Uint8Array(mixed(left, right, new Int16Array(frames)).buffer), channels: [left, right] };
}
