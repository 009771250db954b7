import { primaryLanguage, type Recogniser } from './recogniser.ts';
import { fileNamedFor } from './result-folder.ts';
import { parseOpenaiWhisperJson } from './whisper-json.ts';

/**
 * The program `whisper-ctranslate2`: faster-whisper with the options of openai-whisper.
 *
 * @param model a name such as `small`, or the path of a folder with a model of CTranslate2
 * @param network whether it may fetch a model that is not on this machine
 */
export function whisperCtranslate2(model: string = 'small', network: boolean = false): Recogniser {
  return {
    program: 'whisper-ctranslate2',
    needs: { network, environment: [] },
    model,
    onlyLanguage: null,
    warnings: [],
    installHint: 'Install it with `pipx install whisper-ctranslate2`, or choose another transcriber.',
    takesSeveral: true,
    takesLanguage: true,
    args: ({ paths, language, folder }) => [
      ...paths,
      ...(/[/\\]/.test(model) ? ['--model_directory', model] : ['--model', model]),
      ...(network ? [] : ['--local_files_only', 'True']),
      ...(language === undefined ? [] : ['--language', primaryLanguage(language)]),
      ...['--output_dir', folder, '--output_format', 'json', '--verbose', 'False', '--word_timestamps', 'True'],
    ],
    resultFile: (path, folder) => fileNamedFor(folder, '.json', path),
    parse: parseOpenaiWhisperJson,
    parseProgress(line) {
      const [, percent] = /(\d+)%\|/.exec(line) ?? [];
      return percent === undefined ? null : Number(percent) / 100;
    },
    missingBeside: async () => null,
  };
}
