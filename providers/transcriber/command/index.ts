import { defineProvider, type Health } from 'chronoscribe';
import { type Recording, type TranscribeOptions, Transcriber } from 'chronoscribe/kinds/transcriber';
import { z } from 'zod';
import { pieceMinutes, usualPieceMinutes } from '../piecewise.ts';
import { parseSrt, parseVtt } from '../programs/cue-output.ts';
import { parsePocketsphinx, pocketsphinx } from '../programs/pocketsphinx.ts';
import { findProgram, type ProgramNeeds } from '../programs/program.ts';
import { recognise } from '../programs/recognise.ts';
import { missingFor, type OutputParser, type Recogniser } from '../programs/recogniser.ts';
import { fileNamedFor, theOnlyFile } from '../programs/result-folder.ts';
import { parseWhisperJson, whisperCpp } from '../programs/whisper-cpp.ts';
import { whisperCtranslate2 } from '../programs/whisper-ctranslate2.ts';
import { parseOpenaiWhisperJson } from '../programs/whisper-json.ts';

/** The formats by the names that configuration gives them. */
const formats = {
  'whisper.cpp-json': parseWhisperJson,
  'whisper-json': parseOpenaiWhisperJson,
  vtt: parseVtt,
  srt: parseSrt,
  pocketsphinx: parsePocketsphinx,
} as const satisfies Record<string, OutputParser>;
type Format = keyof typeof formats;

const input = '{input}';
const inputs = '{inputs}';
const output = '{output}';
const anyInput = /\{inputs?\}/;

const commandSettings = z
  .strictObject({
    preset: z
      .enum(['whisper.cpp', 'whisper-ctranslate2', 'pocketsphinx'])
      .optional()
      .describe('a recogniser whose options are known here'),
    model: z
      .string()
      .min(1)
      .optional()
      .describe(
        'with the preset whisper.cpp: the file of a model in ggml format; with whisper-ctranslate2: a name such as small, or a folder',
      ),
    command: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe(
        'the program and its arguments, as a list; {input} stands for the path of a 16 kHz mono WAV file, {output} for an empty folder that is deleted, where it writes its result; {inputs} for the paths of several, an argument each, for which it writes a file each, named as they are: visit.json for visit.wav',
      ),
    format: z
      .enum(Object.keys(formats) as [Format, ...Format[]])
      .optional()
      .describe('what `command` prints on standard output, or writes into {output}'),
    network: z
      .boolean()
      .default(false)
      .describe('whether the program may use the network, such as a server of yours, or to fetch a model'),
    environment: z
      .array(z.string().min(1))
      .default([])
      .describe(
        'names of variables that `command` gets, beside PATH, HOME, the language and the folder for temporary files',
      ),
    pieceMinutes: pieceMinutes.default(usualPieceMinutes),
  })
  .superRefine(({ preset, model, command, format }, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if ((preset === undefined) === (command === undefined)) {
      fault('preset', 'set either `preset` or `command`, and only one of them');
    }
    if (command !== undefined && format === undefined) {
      fault('format', 'needed with `command`: what it prints on standard output, or writes into {output}');
    }
    if (command === undefined && format !== undefined)
      fault('format', 'goes with `command` only; a preset knows its format');
    const holds = (placeholder: string) => command?.slice(1).some((argument) => argument.includes(placeholder));
    if (holds(input) === holds(inputs) && command !== undefined) {
      fault('command', `one argument must hold ${input}, the path of the recording, or ${inputs}, but not both`);
    }
    if (holds(inputs) && !holds(output)) {
      fault('command', `with ${inputs} one argument must hold ${output}, the folder for their results`);
    }
    if (model !== undefined && preset !== 'whisper.cpp' && preset !== 'whisper-ctranslate2')
      fault('model', 'goes with `preset: whisper.cpp` and `preset: whisper-ctranslate2` only');
  });

/** Speech recognition by a program on this machine, one child process for each piece of a recording. */
export default defineProvider({
  kind: Transcriber,
  name: 'command',
  config: commandSettings,
  create({ config }) {
    const recogniser = configuredRecogniser(config);
    return {
      transcribe: (recording: Recording, options: TranscribeOptions) =>
        recognise(recogniser, 'command', recording, options, config.pieceMinutes),
      async health(): Promise<Health> {
        const missing = await missingFor(recogniser);
        if (missing !== null) return { status: 'degraded', ...missing };
        return { status: 'ok', detail: `The recogniser is ${await findProgram(recogniser.program)}.` };
      },
    };
  },
  health: (transcriber) => transcriber.health(),
});

function configuredRecogniser({
  preset,
  model,
  command,
  format,
  ...needs
}: z.output<typeof commandSettings>): Recogniser {
  if (preset === 'whisper.cpp') return whisperCpp(model);
  if (preset === 'whisper-ctranslate2') return whisperCtranslate2(model, needs.network);
  if (preset === 'pocketsphinx') return pocketsphinx;
  if (command !== undefined && format !== undefined) return customCommand(command, format, needs);
  throw new Error('Set either `preset`, or `command` and `format`.');
}

function customCommand([program = '', ...args]: readonly string[], format: Format, needs: ProgramNeeds): Recogniser {
  const extension = format === 'vtt' || format === 'srt' ? `.${format}` : format === 'pocketsphinx' ? '.txt' : '.json';
  const takesSeveral = args.some((argument) => argument.includes(inputs));
  const inFolder = takesSeveral ? fileNamedFor : theOnlyFile;
  return {
    ...{ program, needs, model: null, onlyLanguage: null, warnings: [], takesSeveral, takesLanguage: false },
    installHint: 'Install it, or write the path of the program in the setting `command`.',
    missingHint: takesSeveral
      ? ` For each of ${inputs} in the setting \`command\` it writes one file into ${output}: visit${extension} for visit.wav.`
      : '',
    args: ({ paths, folder }) =>
      args.flatMap((argument) => {
        const around = argument.replaceAll(output, () => folder).split(anyInput);
        return around.length === 1 ? around : paths.map((path) => around.join(path));
      }),
    ...(args.some((argument) => argument.includes(output)) && {
      resultFile: (path: string, folder: string) => inFolder(folder, extension, path),
    }),
    parse: formats[format],
    parseProgress: () => null,
    missingBeside: async () => null,
  };
}
