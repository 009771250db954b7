import { open } from 'node:fs/promises';
import type sherpaOnnx from 'sherpa-onnx-node';
import { bytesPerSample, findSamples, samplesPerSecond } from '../wav.ts';

/** Samples in a second of every recording that comes here. */
export const sampleRate = samplesPerSecond;

/** A stretch of a recording, in samples from its start; `end` is the first sample after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The samples of a recording, read where they are wanted, so that its length costs no memory. */
export interface SampleReader extends AsyncDisposable {
  readonly length: number;
  /** From -1 to 1; shorter than the span where the recording ends before. */
  read(span: Span): Promise<Float32Array>;
}

/** @throws Error where the file is not the WAV file that is promised for every recording: 16 kHz, mono, 16 bits. */
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

/** A loop, since four hours have a quarter of a billion samples. */
function fractions(integers: Int16Array): Float32Array {
  const samples = new Float32Array(integers.length);
  for (let at = 0; at < integers.length; at += 1) samples[at] = (integers[at] ?? 0) / 32_768;
  return samples;
}

export function toMilliseconds(samples: number): number {
  return Math.round((samples * 1000) / sampleRate);
}

/** Whisper hears 30 s at a time; sherpa-onnx leaves out what lies beyond 29.5 s. */
export const longestSpan = 28 * sampleRate;

/** From here on the detector ends a stretch at the least hint of a pause. */
const softLimitSeconds = 20;

/** What Silero's model looks at, in samples. */
const windowSize = 512;
const windowsPerRead = 1000;

/**
 * The stretches of a recording in which somebody speaks, in order, none longer than `longestSpan`. The recording is read in
 * pieces of half a minute.
 *
 * @param model path of Silero's voice activity detection
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
        threshold: 0.5,
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
      // The detector itself knows no limit, and music may keep it going for hours. It begins a stretch up to 0.2 s before it
      // notices.
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

/** The last window of a recording is filled up with silence. */
function wholeWindow(samples: Float32Array): Float32Array {
  if (samples.length === windowSize) return samples;
  const whole = new Float32Array(windowSize);
  whole.set(samples);
  return whole;
}
