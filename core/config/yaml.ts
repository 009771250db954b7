import { Composer, CST, LineCounter, Parser, type YAMLError } from 'yaml';
import type { Fault, Place, Source } from './place.ts';
import { type Environment, hideReferences, showReferences } from './references.ts';
import { type SettingsRead, settingsOf } from './yaml-settings.ts';

/** Deeper than any schema of a setting; a parser that calls itself would run out of stack. */
const maximumDepth = 32;

/** Reads YAML 1.2 (its core schema). After an error of syntax nothing else is said of the text, for its meaning is a guess. */
export function parseYaml(text: string, source: Source, environment: Environment): SettingsRead {
  const lines = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { source, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const fault = (offset: number, message: string): Fault => ({ place: placeAt(offset), path: [], message });

  const tokens = [...new Parser(lines.addNewLine).parse(hideReferences(text))];
  const deep = tooDeep(tokens);
  if (deep !== undefined) {
    return { root: undefined, faults: [fault(deep, `settings are nested more than ${maximumDepth} deep`)] };
  }

  const composer = new Composer({ version: '1.2', schema: 'core', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  const [document, second] = [...composer.compose(tokens, true, text.length)];
  if (document === undefined) return { root: undefined, faults: [] };
  const syntax = firstOfEachLine([...document.errors, ...document.warnings], lines).map((error) =>
    fault(error.pos[0], inWords(error)),
  );
  if (second) syntax.push(fault(second.range[0], 'a second document begins here; a configuration is one document'));
  if (syntax.length > 0) return { root: undefined, faults: syntax };
  return settingsOf(document, { text, placeAt, environment });
}

/** Where the nesting passes the limit; undefined where it does not. */
function tooDeep(tokens: readonly CST.Token[]): number | undefined {
  const open: { readonly token: CST.Token; readonly depth: number }[] = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, depth } = next;
    if (depth > maximumDepth) return token.offset;
    if (token.type === 'document' && token.value) open.push({ token: token.value, depth });
    if (!CST.isCollection(token)) continue;
    for (const { key, value } of token.items) {
      if (key) open.push({ token: key, depth: depth + 1 });
      if (value) open.push({ token: value, depth: depth + 1 });
    }
  }
  return undefined;
}

/** One slip makes the parser stumble several times on a line; the first time says it. */
function firstOfEachLine(errors: readonly YAMLError[], lines: LineCounter): readonly YAMLError[] {
  const seen = new Set<number>();
  return errors
    .toSorted((one, other) => one.pos[0] - other.pos[0])
    .filter(({ pos }) => {
      const { line } = lines.linePos(pos[0]);
      return !seen.has(line) && seen.add(line);
    });
}

function inWords({ code, message }: YAMLError): string {
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'a tab is used to indent; YAML wants spaces';
    case 'BAD_SCALAR_START':
      return `${lowerFirst(message)}; put the value in quotes`;
    case 'TAG_RESOLVE_FAILED':
      return `${lowerFirst(message)}; a setting needs no tag`;
    default:
      return `this is not valid YAML: ${lowerFirst(showReferences(message))}`;
  }
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
