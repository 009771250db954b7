import { open } from 'node:fs/promises';
import { bytesPerSample, findSamples, samplesPerSecond } from 'chronoscribe/kinds/transcriber';
import type sherpaOnnx from 'sherpa-onnx-node';
import { readOnnxHeader } from './onnx-header.ts';

/** Samples per second of every recording. */
export const sampleRate = samplesPerSecond;

/** A stretch of a recording, in samples from its start; `end` is the first sample after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Random access to the samples of a recording, which are not kept in memory. */
export interface SampleReader extends AsyncDisposable {
  readonly length: number;
  /** @returns samples from -1 to 1; fewer if the recording ends before the span does. */
  read(span: Span): Promise<Float32Array>;
}

/**
 * @returns access to the samples of a WAV file.
 * @throws Error if it is not a WAV file of 16 kHz, mono, 16 bits.
 */
export async function openSamples(path: string): Promise<SampleReader> {
  const file = await open(path, 'r');
  try {
    const { begin, bytes: size } = await findSamples(file);
    const length = size / bytesPerSample;
    return {
      length,
      async read(span) {
        const integers = new Int16Array(Math.max(0, Math.min(span.end, length) - span.start));
        const bytes = new Uint8Array(integers.buffer);
        const { bytesRead } = await file.read(bytes, 0, bytes.length, begin + span.start * bytesPerSample);
        return fractions(integers.subarray(0, Math.floor(bytesRead / bytesPerSample)));
      },
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (thrown) {
    await file.close();
    throw thrown;
  }
}

/** A plain loop: four hours have a quarter of a billion samples. */
function fractions(integers: Int16Array): Float32Array {
  const samples = new Float32Array(integers.length);
  for (let at = 0; at < integers.length; at += 1) samples[at] = (integers[at] ?? 0) / 32_768;
  return samples;
}

export function samplesAt(milliseconds: number): number {
  return Math.round((milliseconds * sampleRate) / 1000);
}

export function toMilliseconds(samples: number): number {
  return Math.round((samples * 1000) / sampleRate);
}

/** Whisper's window is 30 s; sherpa-onnx drops what is beyond 29.5 s. */
export const longestSpan = 28 * sampleRate;

/** After this the detector ends a stretch at the slightest pause. */
const softLimitSeconds = 20;

/**
 * The least probability of speech. sherpa-onnx gives Silero's versions from 5 on, which have a `state`, no sound from
 * before a window, so that they find whole words improbable: with 0.5 they missed one word of fifteen.
 */
const thresholdOf = (inputs: readonly string[]) => (inputs.includes('state') ? 0.2 : 0.5);

/** The window of Silero's model, in samples. */
const windowSize = 512;
const windowsPerRead = 1000;

/**
 * Detects speech. The recording is read in pieces of half a minute.
 *
 * @param model path of Silero's voice activity detection.
 * @returns the stretches in which somebody speaks, in order, none longer than `longestSpan`.
 */
export async function findSpeech(
  sherpa: typeof sherpaOnnx,
  sound: SampleReader,
  model: string,
  progress: (fraction: number) => void,
): Promise<readonly Span[]> {
  const detector = new sherpa.Vad(
    {
      sileroVad: {
        model,
        threshold: thresholdOf((await readOnnxHeader(model))?.inputs ?? []),
        minSilenceDuration: 0.25,
        minSpeechDuration: 0.1,
        maxSpeechDuration: softLimitSeconds,
        windowSize,
      },
      sampleRate,
      numThreads: 1,
      debug: 0,
    },
    60,
  );
  const spans: Span[] = [];
  const collect = () => {
    for (; !detector.isEmpty(); detector.pop()) {
      const { start, samples } = detector.front(false);
      spans.push({ start, end: Math.min(start + samples.length, sound.length) });
    }
  };

  let speakingFrom: number | null = null;
  for (let at = 0; at < sound.length; at += windowSize * windowsPerRead) {
    const samples = await sound.read({ start: at, end: at + windowSize * windowsPerRead });
    for (let window = 0; window < samples.length; window += windowSize) {
      detector.acceptWaveform(wholeWindow(samples.subarray(window, window + windowSize)));
      speakingFrom = detector.isDetected() ? (speakingFrom ?? at + window) : null;
      // The detector has no limit of its own: music may last for hours. A stretch starts up to 0.2 s before it is
      // detected.
      if (speakingFrom !== null && at + window - speakingFrom >= longestSpan - sampleRate) {
        detector.flush();
        speakingFrom = null;
      }
      collect();
    }
    progress(Math.min(1, (at + samples.length) / sound.length));
  }
  detector.flush();
  collect();
  return spans;
}

/** Pads the last window of a recording with silence. */
function wholeWindow(samples: Float32Array): Float32Array {
  if (samples.length === windowSize) return samples;
  const whole = new Float32Array(windowSize);
  whole.set(samples);
  return whole;
}
