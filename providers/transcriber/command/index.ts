import { defineProvider } from 'chronoscribe';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import type { CheckedTranscriber } from '../checked.ts';
import { findProgram } from '../find-program.ts';
import { lackOf, recognise } from '../recogniser.ts';
import { chosenRecogniser, commandSettings } from './settings.ts';

/** Speech recognition by a program on this machine, one child process for each recording. */
export default defineProvider({
  kind: Transcriber,
  name: 'command',
  config: commandSettings,
  create({ config }): CheckedTranscriber {
    const recogniser = chosenRecogniser(config);
    return {
      transcribe: (recording, options) => recognise(recogniser, 'command', recording, options),
      async health() {
        const lack = await lackOf(recogniser);
        if (lack !== null) return { status: 'degraded', ...lack };
        return { status: 'ok', detail: `The recogniser is ${await findProgram(recogniser.program)}.` };
      },
    };
  },
  health: (transcriber) => transcriber.health(),
});
