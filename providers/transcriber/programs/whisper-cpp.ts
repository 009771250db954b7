import { access } from 'node:fs/promises';
import { basename, extname, join, parse, resolve } from 'node:path';
import { parseJson } from 'chronoscribe/host';
import { z } from 'zod';
import { utteranceOfTokens, WhisperCppSegment } from '../heard-segments.ts';
import { isSoundName } from '../utterances.ts';
import { theLeast } from './program.ts';
import { primaryLanguage, type Recogniser, type RecognitionResult } from './recogniser.ts';
import { fileNamedFor } from './result-folder.ts';

/** The default model of `whisper-cli`, relative to the working directory. */
const itsOwnModel = 'models/ggml-base.en.bin';

/** The program `whisper-cli` of whisper.cpp, with a model in its ggml format. */
export function whisperCpp(model: string = itsOwnModel): Recogniser {
  return {
    program: 'whisper-cli',
    needs: theLeast,
    model: basename(model, extname(model)),
    onlyLanguage: null,
    warnings: [],
    installHint:
      'Install whisper.cpp (github.com/ggml-org/whisper.cpp) so that `whisper-cli` is on the PATH, or choose another transcriber.',
    // `--output-file -` would open /dev/stdout, which fails if that is a socket, and switch progress off.
    takesSeveral: true,
    takesLanguage: true,
    args: ({ paths, language, folder }) => [
      ...['--model', resolve(model)],
      ...['--language', language === undefined ? 'auto' : primaryLanguage(language)],
      ...['--output-json-full', '--no-prints', '--print-progress'],
      ...paths.flatMap((path) => ['--file', path, '--output-file', join(folder, parse(path).name)]),
    ],
    resultFile: (path, folder) => fileNamedFor(folder, '.json', path),
    parse: parseWhisperJson,
    parseProgress(line) {
      const [, percent] = /progress =\s*(\d+)%/.exec(line) ?? [];
      return percent === undefined ? null : Number(percent) / 100;
    },
    async missingBeside(path) {
      const file = resolve(model);
      return access(file).then(
        () => null,
        () => ({
          detail: `${path} was found, but not its model ${file}.`,
          hint: 'Download a model in ggml format (huggingface.co/ggerganov/whisper.cpp) and name its file in `model`.',
        }),
      );
    },
  };
}

const whisperJson = z.object({
  params: z.object({ model: z.string() }).optional(),
  result: z.object({ language: z.string() }).optional(),
  transcription: z.array(WhisperCppSegment),
});

export function parseWhisperJson(output: string): RecognitionResult | null {
  const parsed = whisperJson.safeParse(parseJson(output));
  if (!parsed.success) return null;
  const { params, result, transcription } = parsed.data;
  return {
    utterances: transcription.filter(({ text }) => !isSoundName(text)).map(utteranceOfTokens),
    language: result?.language ?? null,
    model: params === undefined ? null : basename(params.model, extname(params.model)),
  };
}
