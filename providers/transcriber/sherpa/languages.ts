import { Problem } from 'chronoscribe';
import { primary } from '../recogniser.ts';

/**
 * The languages of the multilingual Whisper models (openai/whisper, `tokenizer.py`). sherpa-onnx ends its process on any other.
 */
const known = new Set(
  (
    'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ' +
    'ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd ' +
    'gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su'
  ).split(' '),
);

/** Where Whisper's code for a language is not the one of BCP 47. */
const renamed: Readonly<Record<string, string>> = { jv: 'jw', nb: 'no', fil: 'tl' };

/**
 * Whisper's code for a BCP 47 tag.
 *
 * @throws `provider-unavailable` when the model does not know the language.
 */
export function whisperLanguage(tag: string, model: { readonly name: string; readonly englishOnly: boolean }): string {
  const first = primary(tag);
  const code = renamed[first] ?? first;
  if (model.englishOnly && code !== 'en') {
    throw new Problem('provider-unavailable', {
      detail:
        `The model ${model.name} knows only English, not ${tag}. Choose one that knows more languages in the configuration: ` +
        '`transcriber: { use: whisper, with: { model: small } }`.',
    });
  }
  if (!known.has(code)) {
    throw new Problem('provider-unavailable', {
      detail: `Whisper does not know the language ${tag}. Choose another transcriber in the configuration for this language.`,
    });
  }
  return code;
}

/** The BCP 47 tag of one of Whisper's codes; null for null. */
export function languageTag(code: string | null): string | null {
  return code === null ? null : (Intl.getCanonicalLocales(code)[0] ?? null);
}
