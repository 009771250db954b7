import { sampleRate } from './decoder.ts';
import { resampler } from './resampler.ts';

/** Sound as a codec gives it: one array for each channel, -1 to 1, all of one length; no channels where nothing was decoded. */
export interface DecodedPiece {
  readonly channelData: readonly Float32Array[];
  readonly sampleRate: number;
}

const nothing = new Int16Array(0);

/**
 * Mixes channels to one and brings any sample rate to 16 kHz, piece by piece. A chained Ogg file may change its rate on the way.
 *
 * @throws Error where a file claims a sample rate that no recording has.
 */
export function monoAt16kHz() {
  let rate = 0;
  let resample: ReturnType<typeof resampler> | undefined;
  const end = () => (resample === undefined ? nothing : to16Bits(resample.end()));
  return {
    add(piece: DecodedPiece): Int16Array {
      const mixed = mix(piece.channelData);
      if (mixed.length === 0) return nothing;
      if (piece.sampleRate === rate && resample !== undefined) return to16Bits(resample.add(mixed));
      const rest = end();
      rate = piece.sampleRate;
      resample = resampler(rate, sampleRate);
      const samples = to16Bits(resample.add(mixed));
      if (rest.length === 0) return samples;
      const joined = new Int16Array(rest.length + samples.length);
      joined.set(rest);
      joined.set(samples, rest.length);
      return joined;
    },
    end,
  };
}

function mix(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0)] = channels;
  if (channels.length < 2) return first;
  const mixed = new Float32Array(first.length);
  for (const channel of channels) for (let i = 0; i < mixed.length; i += 1) mixed[i] = (mixed[i] ?? 0) + (channel[i] ?? 0);
  for (let i = 0; i < mixed.length; i += 1) mixed[i] = (mixed[i] ?? 0) / channels.length;
  return mixed;
}

function to16Bits(sound: Float32Array): Int16Array {
  const samples = new Int16Array(sound.length);
  for (let i = 0; i < sound.length; i += 1) {
    // A float file may hold NaN, which becomes 0 here.
    samples[i] = Math.max(-32768, Math.min(32767, Math.round((sound[i] ?? 0) * 32767)));
  }
  return samples;
}
