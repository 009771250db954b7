import type { z } from 'zod';
import { didYouMean, unknownName } from '../api/text.ts';
import { expectation } from './expectation.ts';
import type { SettingPath } from './place.ts';
import type { ConfigurationProblems } from './problems.ts';
import { descriptionAt, knownNamesAt } from './schema-at.ts';
import { plainValue, type Setting, settingAt } from './setting.ts';

/**
 * The settings at `path`, as `schema` reads them; an absent or empty group is read as one without settings. Undefined where the schema
 * refuses them: then `problems` has a line for every fault.
 */
export function parseSettings<S extends z.ZodType>(
  root: Setting,
  path: SettingPath,
  schema: S,
  problems: ConfigurationProblems,
): z.output<S> | undefined {
  const setting = settingAt(root, path);
  const attempt = (meant: ReadonlySet<Setting>) =>
    schema.safeParse((setting && plainValue(setting, meant)) ?? {}, { error: (issue) => expectation(issue) });

  const asText = attempt(new Set());
  if (asText.success) return asText.data;
  // A text from outside the file may stand for a number: where the schema refused the text, what it means is tried.
  const meant = asText.error.issues
    .flatMap((issue) => spread(issue))
    .map((issue) => setting && settingAt(setting, pathOf(issue)))
    .filter((refused) => refused?.form === 'scalar' && refused.meaning !== undefined);
  const result = meant.length === 0 ? asText : attempt(new Set(meant.filter((refused) => refused !== undefined)));
  if (result.success) return result.data;

  for (const issue of result.error.issues.flatMap((whole) => spread(whole))) report(issue, setting, path, schema, problems);
  return undefined;
}

function report(
  issue: z.core.$ZodIssue,
  setting: Setting | undefined,
  base: SettingPath,
  schema: z.ZodType,
  problems: ConfigurationProblems,
): void {
  const path = pathOf(issue);
  if (issue.code === 'unrecognized_keys') {
    for (const name of issue.keys) {
      problems.addName([...base, ...path, name], unknownName('setting', name, knownNamesAt(schema, path)));
    }
    return;
  }
  const refused = setting && settingAt(setting, path);
  if (refused?.form === 'scalar' && refused.unresolved) return;
  const ownWords = issue.message !== expectation(issue); // the schema's author wrote them
  const description = descriptionAt(schema, path)?.replace(/\.$/, '');
  const about = description === undefined ? '' : ` (${description})`;
  const said = ownWords ? issue.message : refused ? `${issue.message}${got(issue, refused)}` : `missing: ${issue.message}`;
  problems.add([...base, ...path], `${said}${about}`);
}

/** The faults that an issue is made of. Where one branch of a union fits the value's form, it is that branch's faults that help. */
function spread(issue: z.core.$ZodIssue, base: readonly PropertyKey[] = []): readonly z.core.$ZodIssue[] {
  const path = [...base, ...issue.path];
  if (issue.code === 'invalid_union') {
    const fitting = issue.errors.filter((branch) =>
      branch.every(({ code, path: at }) => at.length > 0 || code === 'unrecognized_keys'),
    );
    if (fitting.length === 1 && fitting[0]) return fitting[0].flatMap((inner) => spread(inner, path));
  }
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') {
    return issue.issues.flatMap((inner) => spread({ ...inner, path: [] }, path));
  }
  return [{ ...issue, path }];
}

function pathOf(issue: z.core.$ZodIssue): SettingPath {
  return issue.path.map((name) => (typeof name === 'number' ? name : String(name)));
}

/** What was written instead; never what the environment holds, and no long texts. */
function got(issue: z.core.$ZodIssue, setting: Setting): string {
  const ofSize = issue.code === 'too_small' || issue.code === 'too_big' ? issue.origin : undefined;
  switch (setting.form) {
    case 'group':
      return ', got settings';
    case 'list':
      return ofSize ? `, got ${setting.entries.length}` : ', got a list';
    case 'scalar': {
      const { value, variables } = setting;
      if (value === null || value === '') return ', got nothing';
      if (variables.length > 0) return '';
      if (typeof value !== 'string' || ofSize === 'number') return `, got ${value}`;
      if (ofSize) return `, got ${value.length}`;
      if (issue.code === 'invalid_format' || value.length > 40) return ', got other text';
      const guess = issue.code === 'invalid_value' ? didYouMean(value, issue.values.map(String)) : '';
      return `, got ${JSON.stringify(value)}${guess}`;
    }
  }
}
