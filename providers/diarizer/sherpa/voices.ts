import type sherpaOnnx from 'sherpa-onnx-node';
import { clusterVoices, type Voice } from './clusters.ts';
import { type SampleReader, type Span, sampleRate } from './speech.ts';

/** A stretch in which one voice speaks. Turns of two voices may overlap. */
export interface Turn extends Span {
  /** From 0, the same for the same voice. */
  readonly speaker: number;
}

type Extractor = InstanceType<(typeof sherpaOnnx)['SpeakerEmbeddingExtractor']>;
type Diarization = InstanceType<(typeof sherpaOnnx)['OfflineSpeakerDiarization']>;

/** The longest block that is segmented at once, in samples: it is held in memory several times. */
const longestBlock = 120 * sampleRate;

/** An embedding needs some speech to be reliable, and does not improve with much more. */
const shortestVoice = 0.5 * sampleRate;
const longestVoice = 20 * sampleRate;

/**
 * Finds voices block by block with pyannote's segmentation, which detects a change within a stretch of speech; without
 * that model, each stretch is one voice. Embeddings then tell which voices of all blocks are the same.
 *
 * @param files paths; `segmentation` is null if that model is missing.
 * @param loading is called before each model is loaded.
 */
export function voiceFinder(
  sherpa: typeof sherpaOnnx,
  files: { readonly segmentation: string | null; readonly embedding: string },
  threads: number,
  loading: (part: 'segmentation' | 'embedding') => void,
) {
  loading('embedding');
  const embedding = { model: files.embedding, numThreads: threads, debug: 0 } as const;
  const extractor = new sherpa.SpeakerEmbeddingExtractor(embedding);
  if (files.segmentation !== null) loading('segmentation');
  const diarization =
    files.segmentation === null
      ? null
      : new sherpa.OfflineSpeakerDiarization({
          segmentation: { pyannote: { model: files.segmentation }, numThreads: threads, debug: 0 },
          embedding,
          // A low threshold: too many voices are better than two taken for one, because all blocks are compared again
          // below.
          clustering: { numClusters: -1, threshold: 0.5 },
          minDurationOn: 0.3,
          minDurationOff: 0.5,
        });
  return {
    /** @param speakers the expected number; null: to be detected */
    async findTurns(
      sound: SampleReader,
      speech: readonly Span[],
      speakers: number | null,
      progress: (fraction: number) => void,
    ): Promise<readonly Turn[]> {
      const blocks = diarization === null ? speech.map((span) => [span]) : blocksOf(speech);
      const voices: (Voice & Span)[] = [];
      for (const [at, block] of blocks.entries()) {
        for (const span of diarization === null ? block : await segmented(diarization, sound, block)) {
          const voice = await voiceOf(extractor, sound, span);
          if (voice !== null) voices.push({ ...voice, ...span });
        }
        progress((at + 1) / blocks.length);
      }
      const numbers = clusterVoices(voices, speakers);
      return voices
        .map(({ start, end }, at) => ({ start, end, speaker: numbers[at] ?? 0 }))
        .sort((one, other) => one.start - other.start);
    },
  };
}

/** Blocks of speech that start and end in pauses. */
function blocksOf(speech: readonly Span[]): readonly (readonly Span[])[] {
  const blocks: Span[][] = [];
  for (const span of speech) {
    const block = blocks.at(-1);
    if (block?.[0] !== undefined && span.end - block[0].start <= longestBlock) block.push(span);
    else blocks.push([span]);
  }
  return blocks;
}

/**
 * The stretches of speech in a block, each by one voice. They end at pauses too: the model often takes two people who
 * speak in turn for one, whom their embeddings tell apart.
 */
async function segmented(
  diarization: Diarization,
  sound: SampleReader,
  block: readonly Span[],
): Promise<readonly Span[]> {
  const start = block[0]?.start ?? 0;
  const samples = await sound.read({ start, end: block.at(-1)?.end ?? start });
  const at = (seconds: number) => start + Math.round(seconds * sampleRate);
  return (diarization.process(samples) ?? []).flatMap((turn) =>
    block
      .map((span) => ({ start: Math.max(span.start, at(turn.start)), end: Math.min(span.end, at(turn.end)) }))
      .filter((span) => span.end > span.start),
  );
}

/** Null if there is too little speech for an embedding. */
async function voiceOf(extractor: Extractor, sound: SampleReader, { start, end }: Span): Promise<Voice | null> {
  if (end - start < shortestVoice) return null;
  const stream = extractor.createStream();
  const samples = await sound.read({ start, end: Math.min(end, start + longestVoice) });
  stream.acceptWaveform({ samples, sampleRate });
  stream.inputFinished();
  return extractor.isReady(stream) ? { embedding: extractor.compute(stream, false), weight: end - start } : null;
}
