import { oneLine } from 'chronoscribe/host';
import type { Assignment, OutlineSection } from 'chronoscribe/kinds/writer';
import { type AnswerSchema, sectionKeys } from './answer.ts';
import { isImage, type SourceItem } from './chunking.ts';
import type { ModelRequest } from './model.ts';
import type { Prompts } from './prompts.ts';

/**
 * Builds the request for a document or a section of it, or for the part that these items cover: one message of the user,
 * with a line for each item. All that is quoted is kept in one line, so that no text can imitate the start of another
 * line. What differs between sections is last, so that a server reads the rest once.
 *
 * @param facts what the document must state of these items, a line each
 */
export function buildRequest(
  prompts: Prompts,
  assignment: Assignment,
  form: AnswerSchema,
  items: readonly SourceItem[],
  facts: readonly string[],
): ModelRequest {
  const { instructions, prompt, outline, language } = assignment;
  const keys = sectionKeys(outline);
  const whole = prompts.user({
    wish: prompt.trim() === '' ? '' : `Wish of the reader: ${oneLine(prompt)}`,
    lines: items.map(sourceLine).join('\n'),
    facts: facts.length === 0 ? '' : ['Facts found by rules:', ...facts].join('\n'),
  });
  const [key = ''] = form.keys;
  return {
    system: prompts.system({
      instructions,
      language: languageName(language),
      sections: outline.map((section, index) => describeSection(prompts, section, keys[index] ?? '')).join('\n'),
      example: exampleOf(keys, items),
    }),
    text: form.keys.length === keys.length ? whole : `${whole}\n${prompts.section({ key })}`,
    images: items.filter(isImage),
    jsonSchema: form.jsonSchema,
  };
}

/** Builds a request about some lines of the source, with lines of its own after them. */
export function requestAbout(
  system: string,
  items: readonly SourceItem[],
  own: readonly string[],
  jsonSchema: ModelRequest['jsonSchema'],
): ModelRequest {
  return { system, text: [...items.map(sourceLine), ...own].join('\n'), images: items.filter(isImage), jsonSchema };
}

function sourceLine(item: SourceItem): string {
  return isImage(item)
    ? `[${item.label}] image`
    : `[${item.label}] ${item.speaker?.role ?? 'text'}: ${oneLine(item.text)}`;
}

/** Says nothing, since small models copy what an example says. */
export const exampleText = 'One finding in one sentence.';

/** Of the form only. */
function exampleOf(keys: readonly string[], items: readonly SourceItem[]): string {
  const evidence = items.slice(0, 2).map(({ label }) => label);
  const [first = '', ...others] = keys;
  const statements = [{ text: exampleText, evidence }];
  return JSON.stringify({ [first]: statements, ...Object.fromEntries(others.map((key) => [key, []])) });
}

function describeSection({ describe }: Prompts, { name, contents, guidance }: OutlineSection, key: string): string {
  const belongs = [contents.map(describe).join('; '), guidance.trim()].filter((words) => words !== '');
  return `- ${key} is the section ${JSON.stringify(name)}: ${belongs.join('. ')}`;
}

/** English name of a language. The tag comes from a client and may contain other text, so only known names are used. */
export function languageName(tag: string | null): string {
  const unknown = 'the language of the source';
  if (tag === null) return unknown;
  try {
    const { language, script, region } = new Intl.Locale(tag);
    const known = [language, script, region].filter((subtag) => subtag !== undefined).join('-');
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(known) ?? unknown;
  } catch {
    // Not a language tag.
    return unknown;
  }
}
