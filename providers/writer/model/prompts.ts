import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shipped } from 'chronoscribe/host';
import type { SectionContent } from 'chronoscribe/kinds/writer';
import { z } from 'zod';

/** The words that each prompt may be filled with. Those of the system message are ours or the operator's. */
const placeholders = {
  system: ['instructions', 'language', 'sections', 'example'],
  user: ['wish', 'lines', 'facts'],
  section: ['key'],
  extract: ['example'],
  check: [],
  repair: ['language'],
} as const;
type PromptName = keyof typeof placeholders;

/** Fills a prompt with words; a line that is empty then is left out. Braces within the words stand for themselves. */
type Filled<Name extends PromptName> = (words: Readonly<Record<(typeof placeholders)[Name][number], string>>) => string;

/** What models are told. */
export interface Prompts {
  /** The rules of writing. */
  readonly system: Filled<'system'>;
  /** The source, to be written from. */
  readonly user: Filled<'user'>;
  /** Ends the message of the user where one section is asked for. */
  readonly section: Filled<'section'>;
  /** The rules of listing facts, of checking a sentence, and of correcting one. */
  readonly extract: Filled<'extract'>;
  readonly check: Filled<'check'>;
  readonly repair: Filled<'repair'>;
  /** What belongs into a section of this content. */
  describe(content: SectionContent): string;
}

/** The setting of a writer with a model that names the folder. */
export const promptsSetting = z
  .string()
  .min(1)
  .optional()
  .describe('folder whose files replace those of config/prompts, one by one: system.md, user.md, check.md and others');

/**
 * Reads the prompts: those of the folder, and ours where it has none.
 *
 * @throws Error that names the file, if a folder or file cannot be used
 */
export function readPrompts(folder: string | undefined): Prompts {
  if (folder !== undefined && !existsSync(folder)) {
    throw new Error(`There is no folder ${folder}. Create it, or correct the writer's setting prompts.`);
  }
  const contents = new Map(
    [fileOf('contents', undefined), fileOf('contents', folder)].flatMap(({ text }) =>
      [...text.matchAll(/^([a-z-]+): (.+)$/gm)].map(([, content = '', words = '']): [string, string] => [
        content,
        words,
      ]),
    ),
  );
  return {
    system: template('system', folder),
    user: template('user', folder),
    section: template('section', folder),
    extract: template('extract', folder),
    check: template('check', folder),
    repair: template('repair', folder),
    describe: (content) => contents.get(content) ?? content,
  };
}

function template<Name extends PromptName>(name: Name, folder: string | undefined): Filled<Name> {
  const { path, text } = fileOf(name, folder);
  const known: readonly string[] = placeholders[name];
  const used = new Set([...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, word = '']) => word));
  const strange = [...used].filter((word) => !known.includes(word)).map((word) => `has the unknown {{${word}}}`);
  const missing = known.filter((word) => !used.has(word)).map((word) => `lacks {{${word}}}`);
  const [wrong] = [...strange, ...missing];
  if (wrong !== undefined) {
    const words = known.map((word) => `{{${word}}}`).join(', ') || 'no such word';
    throw new Error(`The prompt ${path} ${wrong}. It must use ${words}.`);
  }
  return (words) => {
    const by = new Map<string, string>(Object.entries(words));
    const filled = text.replace(/\{\{(.*?)\}\}/g, (_, word: string) => by.get(word) ?? '');
    return filled.replace(/\n{2,}/g, '\n').trim();
  };
}

function fileOf(name: string, folder: string | undefined): { readonly path: string; readonly text: string } {
  const own = folder === undefined ? undefined : join(folder, `${name}.md`);
  const path = own !== undefined && existsSync(own) ? own : shipped('prompts', `${name}.md`);
  return { path, text: readFileSync(path, 'utf8') };
}
