import type { Transcriber } from 'chronoscribe/kinds/transcriber';
import { pocketsphinx } from '../preset-pocketsphinx.ts';
import { whisperCpp } from '../preset-whisper-cpp.ts';
import { lackOf, type Recogniser, recognise } from '../recogniser.ts';

/** One way to hear without any setting. */
export interface Candidate extends Transcriber {
  /** For a person. */
  readonly name: string;
  isReady(): Promise<boolean>;
}

/** Those that err least come first. */
export const candidates: readonly Candidate[] = [onThisMachine(whisperCpp()), onThisMachine(pocketsphinx)];

function onThisMachine(recogniser: Recogniser): Candidate {
  const notChosen = `Nobody chose the recogniser ${recogniser.program}: it was found on this machine. Check its text against the recording.`;
  return {
    name: recogniser.program,
    isReady: async () => (await lackOf(recogniser)) === null,
    async transcribe(recording, options) {
      const transcription = await recognise(recogniser, 'auto', recording, options);
      return { ...transcription, warnings: [...transcription.warnings, notChosen] };
    },
  };
}
