import { z } from 'zod';
import { type FormatName, formats } from '../format.ts';
import { pocketsphinx } from '../preset-pocketsphinx.ts';
import { whisperCpp } from '../preset-whisper-cpp.ts';
import type { Recogniser } from '../recogniser.ts';

const input = '{input}';

export const commandSettings = z
  .strictObject({
    preset: z.enum(['whisper.cpp', 'pocketsphinx']).optional().describe('a recogniser whose options are known here'),
    model: z.string().min(1).optional().describe('with the preset whisper.cpp: the file of a model in ggml format'),
    command: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe('the program and its arguments, as a list; {input} stands for the path of a 16 kHz mono WAV file'),
    format: z
      .enum(['whisper.cpp-json', 'vtt', 'srt', 'pocketsphinx'])
      .optional()
      .describe('what `command` prints on standard output'),
  })
  .superRefine(({ preset, model, command, format }, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if ((preset === undefined) === (command === undefined))
      fault('preset', 'set either `preset` or `command`, and only one of them');
    if (command !== undefined && format === undefined)
      fault('format', 'needed with `command`: what it prints on standard output');
    if (command === undefined && format !== undefined) fault('format', 'goes with `command` only; a preset knows its format');
    if (command !== undefined && !command.slice(1).some((argument) => argument.includes(input))) {
      fault('command', `one argument must hold ${input}, the path of the recording`);
    }
    if (model !== undefined && preset !== 'whisper.cpp') fault('model', 'goes with `preset: whisper.cpp` only');
  });

export type CommandSettings = z.output<typeof commandSettings>;

/** The recogniser that settings name. */
export function chosenRecogniser({ preset, model, command, format }: CommandSettings): Recogniser {
  if (preset === 'whisper.cpp') return whisperCpp(model);
  if (preset === 'pocketsphinx') return pocketsphinx;
  if (command !== undefined && format !== undefined) return ownCommand(command, format);
  throw new Error('Set either `preset`, or `command` and `format`.');
}

function ownCommand([program = '', ...args]: readonly string[], format: FormatName): Recogniser {
  return {
    program,
    model: null,
    onlyLanguage: null,
    warnings: [],
    install: 'Install it, or write the path of the program in the setting `command`.',
    args: ({ recording }) => args.map((argument) => argument.replaceAll(input, () => recording.path)),
    resultFile: () => null,
    read: formats[format],
    readProgress: () => null,
    findLack: async () => null,
  };
}
