import type sherpaOnnx from 'sherpa-onnx-node';
import { z } from 'zod';
import type { ModelFiles } from './protocol.ts';
import { sampleRate } from './sound.ts';

/** Seconds from the start of what was heard. */
interface Segment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Heard {
  readonly segments: readonly Segment[];
  /** Whisper's code; null where the model knows English only. */
  readonly language: string | null;
}

/** Whisper, loaded and ready. */
export interface Hearing {
  /** @param samples at most 28 s */
  hear(samples: Float32Array): Promise<Heard>;
  /** From now on nothing else than this is expected: Whisper's code. */
  expect(language: string): void;
}

/** sherpa-onnx leaves out what lies beyond. */
const window = 29.4 * sampleRate;

const answer = z.object({
  text: z.string(),
  lang: z.string(),
  segment_texts: z.array(z.string()).default([]),
  /** Seconds. */
  segment_timestamps: z.array(z.number()).default([]),
  /** Seconds; 0 where Whisper did not say where the segment ends. */
  segment_durations: z.array(z.number()).default([]),
});

/** @param language Whisper's code; null: to be detected, for each stretch anew */
export async function whisperHearing(
  sherpa: typeof sherpaOnnx,
  { encoder, decoder, tokens }: ModelFiles,
  language: string | null,
  threads: number,
): Promise<Hearing> {
  const config = (expected: string) => ({
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: {
      whisper: {
        encoder,
        decoder,
        language: expected,
        task: 'transcribe' as const,
        tailPaddings: -1,
        enableSegmentTimestamps: 1 as const,
      },
      tokens,
      numThreads: threads,
      debug: 0 as const,
    },
  });
  const recognizer = await sherpa.OfflineRecognizer.createAsync(config(language ?? ''));
  return {
    async hear(samples) {
      const stream = recognizer.createStream();
      stream.acceptWaveform({ samples: withSilence(samples), sampleRate });
      return understood(answer.parse(await recognizer.decodeAsync(stream)), samples.length / sampleRate);
    },
    expect: (expected) => recognizer.setConfig(config(expected)),
  };
}

/**
 * sherpa-onnx lets Whisper write six tokens for each second that it is given, marks of time among them, and cuts off whoever
 * speaks faster. With silence behind, there is room for eight and some marks; more would only cost time.
 */
function withSilence(samples: Float32Array): Float32Array {
  const padded = new Float32Array(
    Math.floor(Math.max(samples.length, Math.min(window, samples.length * 1.4 + 1.5 * sampleRate))),
  );
  padded.set(samples);
  return padded;
}

function understood({ text, lang, ...segments }: z.output<typeof answer>, duration: number): Heard {
  const language = lang === '' ? null : lang;
  const said = segments.segment_texts.map((each, at) => {
    const start = segments.segment_timestamps[at] ?? 0;
    const length = segments.segment_durations[at] ?? 0;
    return { start, end: length > 0 ? start + length : Math.max(start, duration), text: each.trim() };
  });
  // Words outside of any segment must not be lost: then the times of the whole stand for all.
  const isWhole = letters(said.map((each) => each.text).join('')) === letters(text);
  const whole = text.trim() === '' ? [] : [{ start: 0, end: duration, text: text.trim() }];
  return { language, segments: isWhole ? said.filter((each) => each.text !== '') : whole };
}

function letters(text: string): string {
  return text.replace(/\s+/g, '');
}
