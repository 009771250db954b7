import type sherpaOnnx from 'sherpa-onnx-node';
import { type Sound, type Span, sampleRate } from './sound.ts';

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
  sound: Sound,
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
