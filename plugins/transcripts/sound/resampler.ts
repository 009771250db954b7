import { sampleRate } from './decoder.ts';
import { mixed } from './mix.ts';

/**
 * Decoded sound: one array of samples from -1 to 1 for each channel, all of one length; no channels if nothing was
 * decoded.
 */
export interface DecodedPiece {
  readonly channelData: readonly Float32Array[];
  readonly sampleRate: number;
}

const nothing = new Int16Array(0);
const silence = new Float32Array(0);

/**
 * Resamples one or two channels to 16 kHz, piece by piece, as interleaved samples; more are mixed to one. The sample rate
 * and the channels of a chained Ogg file may change: those of its first sound count.
 *
 * @throws Error for an implausible sample rate.
 */
export function soundAt16kHz() {
  let channels = 0;
  let rate = 0;
  let resamplers: ReturnType<typeof resampler>[] = [];
  const end = () => interleaved(resamplers.map((each) => each.end()));
  return {
    /** 0 before the first sound. */
    get channels(): number {
      return channels;
    },
    add({ channelData, sampleRate: from }: DecodedPiece): Int16Array {
      if ((channelData[0]?.length ?? 0) === 0) return nothing;
      channels ||= channelData.length === 2 ? 2 : 1;
      const planes = inChannels(channelData, channels);
      const rest = from === rate ? nothing : end();
      if (from !== rate) resamplers = planes.map(() => resampler(from, sampleRate));
      rate = from;
      const samples = interleaved(planes.map((plane, at) => resamplers[at]?.add(plane) ?? silence));
      if (rest.length === 0) return samples;
      const joined = new Int16Array(rest.length + samples.length);
      joined.set(rest);
      joined.set(samples, rest.length);
      return joined;
    },
    end,
  };
}

function inChannels(given: readonly Float32Array[], channels: number): readonly Float32Array[] {
  if (given.length === channels) return given;
  const mono = mix(given);
  return channels === 1 ? [mono] : [mono, mono];
}

function mix(channels: readonly Float32Array[]): Float32Array {
  const [first = silence, second] = channels;
  if (second === undefined) return first;
  if (channels.length === 2) return mixed(first, second, new Float32Array(first.length));
  const mean = new Float32Array(first.length);
  for (const channel of channels) for (let i = 0; i < mean.length; i += 1) mean[i] = (mean[i] ?? 0) + (channel[i] ?? 0);
  for (let i = 0; i < mean.length; i += 1) mean[i] = (mean[i] ?? 0) / channels.length;
  return mean;
}

function interleaved(planes: readonly Float32Array[]): Int16Array {
  const samples = new Int16Array((planes[0]?.length ?? 0) * planes.length);
  for (const [channel, plane] of planes.entries()) {
    for (let i = 0; i < plane.length; i += 1) {
      // A float file may hold NaN, which becomes 0 here.
      samples[i * planes.length + channel] = Math.max(-32768, Math.min(32767, Math.round((plane[i] ?? 0) * 32767)));
    }
  }
  return samples;
}

/**
 * Zero crossings of the filter on each side. More make the edge steeper and cost more time; 16 keep 7.4 kHz of 8 kHz.
 */
const zeroCrossings = 16;
/** The Kaiser window attenuates frequencies above half the new rate by about 80 dB, against aliasing. */
const kaiserBeta = 8;
const passband = 0.94;

/**
 * Resamples one channel, piece by piece, with a polyphase windowed sinc filter. `end` returns the rest. In all, n
 * samples become `round(n * to / from)`.
 *
 * @throws Error for a rate outside 1–384 kHz.
 */
export function resampler(from: number, to: number) {
  if (!Number.isInteger(from) || from < 1000 || from > 384_000)
    throw new Error(`a sample rate of ${from} Hz is not believable`);
  const divisor = greatestCommonDivisor(from, to);
  const up = to / divisor;
  const down = from / divisor;
  const reach = Math.ceil(zeroCrossings * Math.max(1, from / to));
  const phases = from === to ? [] : Array.from({ length: up }, (_, phase) => filter(phase / up, reach, from, to));

  // Samples that are still needed; silence precedes the first one as far as the filter reaches.
  let kept: Float32Array = new Float32Array(reach);
  let keptFrom = -reach;
  let taken = 0;
  let given = 0;

  const produce = (until: number): Float32Array => {
    const made = new Float32Array(Math.max(0, until - given));
    for (let i = 0; i < made.length; i += 1, given += 1) {
      const taps = phases[(given * down) % up] ?? silence;
      const first = Math.floor((given * down) / up) - reach + 1 - keptFrom;
      let sum = 0;
      for (let tap = 0; tap < taps.length; tap += 1) sum += (taps[tap] ?? 0) * (kept[first + tap] ?? 0);
      made[i] = sum;
    }
    const unused = Math.floor((given * down) / up) - reach + 1 - keptFrom;
    if (unused > 0) {
      kept = kept.slice(unused);
      keptFrom += unused;
    }
    return made;
  };

  const keep = (sound: Float32Array) => {
    const joined = new Float32Array(kept.length + sound.length);
    joined.set(kept);
    joined.set(sound, kept.length);
    kept = joined;
  };

  return {
    add(sound: Float32Array): Float32Array {
      if (from === to) return sound;
      taken += sound.length;
      keep(sound);
      return produce(Math.floor(((taken - reach) * up) / down));
    },
    end(): Float32Array {
      if (from === to) return silence;
      keep(new Float32Array(reach + 1));
      return produce(Math.round((taken * up) / down));
    },
  };
}

/** The taps for an output sample that lies `fraction` of an input sample after the tap at `reach - 1`. */
function filter(fraction: number, reach: number, from: number, to: number): Float32Array {
  const cutoff = (passband * Math.min(from, to)) / from;
  const taps = Float32Array.from({ length: 2 * reach }, (_, tap) => {
    const distance = tap - reach + 1 - fraction;
    return cutoff * sinc(cutoff * distance) * kaiser(distance / reach);
  });
  // Each phase has unit gain for a constant signal; otherwise the phases would be audible.
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(kaiserBeta * Math.sqrt(1 - x * x)) / bessel(kaiserBeta);
}

/** The modified Bessel function of order zero, by its series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-9; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
