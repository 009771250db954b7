import type { Engine, ModelFiles, Part } from '../protocol.ts';
import type { runRecogniser } from '../recogniser-process.ts';

type Supervision = Parameters<typeof runRecogniser>[2];

const named = (part: Part) => ({ name: `for ${part}`, mend: 'Take a whole one.' });

/** A recogniser's surroundings, with limits that it does not reach. */
export const supervision = (given: Partial<Supervision> = {}): Supervision => ({
  limits: { stallMs: 60_000, memoryBytes: Number.MAX_SAFE_INTEGER },
  signal: new AbortController().signal,
  progress: () => {},
  key: ['tiny'],
  names: {
    voiceActivity: named('voiceActivity'),
    recogniser: named('recogniser'),
    segmentation: named('segmentation'),
    embedding: named('embedding'),
  },
  ...given,
});

export const tinyEngine = (files: ModelFiles): Engine => ({ files, threads: 1 });
