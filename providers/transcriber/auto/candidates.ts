import type { Models } from 'chronoscribe';
import type { Transcriber } from 'chronoscribe/kinds/transcriber';
import { pocketsphinx } from '../preset-pocketsphinx.ts';
import { whisperCpp } from '../preset-whisper-cpp.ts';
import { lackOf, type Recogniser, recognise } from '../recogniser.ts';
import { whisperSettings } from '../sherpa/settings.ts';
import { type LocalWhisper, localWhisper } from '../sherpa/transcriber.ts';

/** One way to hear without any setting. */
export interface Candidate extends Transcriber {
  /** For a person. */
  readonly name: string;
  isReady(): Promise<boolean>;
}

export interface Candidates {
  /** Those that err least come first. */
  readonly all: readonly Candidate[];
  /** The one that can make itself ready by fetching its models. */
  readonly fetching: LocalWhisper;
}

export function candidatesWith(models: Models): Candidates {
  const settings = whisperSettings.parse({});
  const whisper = { name: `whisper (${settings.model})`, ...localWhisper({ provider: 'auto', settings, models }) };
  return { all: [whisper, onThisMachine(whisperCpp()), onThisMachine(pocketsphinx)], fetching: whisper };
}

function onThisMachine(recogniser: Recogniser): Candidate {
  const found = `Nobody chose the recogniser ${recogniser.program}: it was found on this machine.`;
  return {
    name: recogniser.program,
    isReady: async () => (await lackOf(recogniser)) === null,
    async transcribe(recording, options) {
      const transcription = await recognise(recogniser, 'auto', recording, options);
      return { ...transcription, warnings: [...transcription.warnings, `${found} Check its text against the recording.`] };
    },
  };
}
