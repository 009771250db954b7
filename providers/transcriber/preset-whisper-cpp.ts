import { access } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { readWhisperJson } from './format-whisper-json.ts';
import { primary, type Recogniser } from './recogniser.ts';

/** What `whisper-cli` itself loads when it is told nothing, relative to the folder that the host was started in. */
const itsOwnModel = 'models/ggml-base.en.bin';

/** The program `whisper-cli` of whisper.cpp, with a model in its ggml format. */
export function whisperCpp(model: string = itsOwnModel): Recogniser {
  return {
    program: 'whisper-cli',
    model: basename(model, extname(model)),
    onlyLanguage: null,
    warnings: [],
    install:
      'Install whisper.cpp (github.com/ggml-org/whisper.cpp) so that `whisper-cli` is on the PATH, or choose another transcriber.',
    // `--output-file` needs a file: `-` would make it open /dev/stdout, which fails when that is a socket, and turn progress off.
    args: ({ recording, language, folder }) => [
      ...['--model', resolve(model)],
      ...['--language', language === undefined ? 'auto' : primary(language)],
      ...['--output-json-full', '--output-file', join(folder, 'result')],
      ...['--no-prints', '--print-progress'],
      ...['--file', recording.path],
    ],
    resultFile: ({ folder }) => join(folder, 'result.json'),
    read: readWhisperJson,
    readProgress(line) {
      const [, percent] = /progress =\s*(\d+)%/.exec(line) ?? [];
      return percent === undefined ? null : Number(percent) / 100;
    },
    async findLack(path) {
      const file = resolve(model);
      return access(file).then(
        () => null,
        () => ({
          detail: `${path} was found, but not its model ${file}.`,
          mend: 'Download a model in ggml format (huggingface.co/ggerganov/whisper.cpp) and name its file in `model`.',
        }),
      );
    },
  };
}
