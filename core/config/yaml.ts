import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import {
  type Alias,
  Composer,
  CST,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  type ParsedNode,
  Parser,
  Scalar,
  visit,
  type YAMLError,
  YAMLMap,
  Document as YamlDocument,
} from 'yaml';
import type { Fault } from './problems.ts';
import { type Environment, hideReferences, meaningOf, showReferences, substitute } from './references.ts';
import { placeAt, type Setting, type SettingGroup, type SettingPath, type Source, withOrigin } from './settings.ts';

/** The settings in a YAML file, and everything that is wrong with it. A file that cannot be parsed has no settings. */
export interface YamlFile {
  readonly root: Setting;
  readonly faults: readonly Fault[];
}

const maxBytes = 1024 * 1024;
/** Deeper than any schema of settings. A recursive parser would run out of stack. */
const maxDepth = 32;
/** Far more than a configuration holds. Aliases of aliases could stand for any number of values. */
const maxValues = 10_000;

/** Reads the file at the absolute `path`. */
export function readYamlFile(path: string, source: Source, environment: Environment): YamlFile {
  const fault = (message: string, position = {}): YamlFile => ({
    root: emptyGroup(source),
    faults: [{ place: { source, ...position }, path: [], message }],
  });
  try {
    if (statSync(path).size > maxBytes) return fault('the file is larger than 1 MiB; a configuration is not');
    const bytes = readFileSync(path);
    const text = new TextDecoder().decode(bytes);
    if (isUtf8(bytes)) return parseYaml(text, source, environment);
    // The first invalid byte was decoded to the first replacement character.
    const before = text.split('\uFFFD', 1).join('').split('\n');
    const position = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    return fault('the file is not UTF-8 text from here on; save it as UTF-8', position);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
    return fault(fileErrors[String(thrown.code)] ?? `the file cannot be read (${thrown.code})`);
  }
}

const noFile = 'there is no such file';
const forbidden = 'the file may not be read by the user that Chronoscribe runs as; change its permissions';
const fileErrors: Readonly<Record<string, string>> = {
  ENOENT: noFile,
  ENOTDIR: noFile,
  EISDIR: 'this is a folder; name the YAML file in it',
  EACCES: forbidden,
  EPERM: forbidden,
};

/**
 * Parses YAML 1.2 (core schema). If the syntax is wrong, no other faults are reported, since its meaning is a guess.
 */
export function parseYaml(text: string, { name, folder, order }: Source, environment: Environment): YamlFile {
  const lines = new LineCounter();
  const source: Source = { name, folder, order, lines };
  const fault = (offset: number, message: string): Fault => ({ place: placeAt(source, offset), path: [], message });

  const failure = (...faults: readonly Fault[]): YamlFile => ({ root: emptyGroup(source), faults });

  const tokens = [...new Parser(lines.addNewLine).parse(hideReferences(text))];
  const deep = tooDeepAt(tokens);
  if (deep !== undefined) return failure(fault(deep, `settings are nested more than ${maxDepth} deep`));

  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const [document, second] = [...composer.compose(tokens, true, text.length)];
  if (document === undefined) return failure();
  const syntax = firstOfEachLine([...document.errors, ...document.warnings], lines).map((error) =>
    fault(error.pos[0], describeError(error)),
  );
  if (second) syntax.push(fault(second.range[0], 'a second document begins here; a configuration is one document'));
  return syntax.length > 0 ? failure(...syntax) : resolveNodes(document, { text, source, environment });
}

/** Settings that are given as a value. Nothing in them refers to the environment. */
export function settingOf(value: object, source: Source): Setting {
  const { contents } = new YamlDocument(value, { aliasDuplicateObjects: false });
  visit(contents, { Node: (_key, node) => void withOrigin(node, { source }) });
  // The boundary of the library: a value has no aliases, and its names are texts.
  return contents as Setting;
}

/** The offset at which the nesting exceeds the limit; undefined if it does not. */
function tooDeepAt(tokens: readonly CST.Token[]): number | undefined {
  let offset: number | undefined;
  for (const token of tokens) {
    if (token.type !== 'document') continue;
    CST.visit(token, ({ key, value }, path) => {
      if (path.length <= maxDepth) return undefined;
      offset ??= (key ?? value)?.offset;
      return CST.visit.BREAK;
    });
  }
  return offset;
}

/** One mistake often gives several errors in a line. The first of them describes it. */
function firstOfEachLine(errors: readonly YAMLError[], lines: LineCounter): readonly YAMLError[] {
  const sorted = errors.toSorted((one, other) => one.pos[0] - other.pos[0]);
  const byLine = Map.groupBy(sorted, ({ pos }) => lines.linePos(pos[0]).line);
  return [...byLine.values()].flatMap((ofLine) => ofLine.slice(0, 1));
}

function describeError({ code, message }: YAMLError): string {
  const sentence = message.charAt(0).toLowerCase() + message.slice(1);
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'a tab is used to indent; YAML wants spaces';
    case 'BAD_SCALAR_START':
      return `${sentence}; put the value in quotes`;
    case 'TAG_RESOLVE_FAILED':
      return `${sentence}; a setting needs no tag`;
    default:
      return `this is not valid YAML: ${showReferences(sentence)}`;
  }
}

/**
 * Makes settings of the nodes of a document, in place: follows aliases and replaces references to the environment.
 *
 * @param options.text as it is in the file
 */
function resolveNodes(
  document: Document.Parsed,
  { text, source, environment }: { text: string; source: Source; environment: Environment },
): YamlFile {
  const faults: Fault[] = [];
  const addFault = (offset: number, path: SettingPath, message: string) =>
    void faults.push({ place: placeAt(source, offset), path, message });
  /** By anchor: its node and how many values that has; undefined while the node is being resolved. */
  const anchors = new Map<string, { readonly setting: Setting; readonly values: number } | undefined>();
  let values = 0;

  function resolve(node: ParsedNode | null, path: SettingPath, offset: number): Setting {
    const before = values;
    values += 1;
    if (node === null) return emptyScalar(offset);
    if (isAlias(node)) return follow(node, path);
    if (node.anchor) anchors.set(node.anchor, undefined);
    const [start] = node.range;
    if (isMap(node)) node.items = resolvePairs(node, path);
    else if (isSeq(node)) {
      node.items = node.items.map(
        (item, at) => resolve(isPair(item) ? null : item, [...path, at], start) as ParsedNode,
      );
    } else resolveScalar(node, path);
    if (!isScalar(node)) withOrigin(node, { source });
    // The boundary of the parser: everything in the node was resolved.
    const setting = node as Setting;
    if (node.anchor) anchors.set(node.anchor, { setting, values: values - before });
    return setting;
  }

  function resolvePairs(map: YAMLMap.Parsed, path: SettingPath): Pair<ParsedNode, ParsedNode | null>[] {
    const pairs = new Map<string, Pair<ParsedNode, ParsedNode | null>>();
    for (const pair of map.items) {
      const { key, value } = pair;
      const [offset] = key?.range ?? map.range;
      if (!isScalar(key)) {
        addFault(offset, path, 'the name of a setting is plain text');
        continue;
      }
      const name = showReferences(key.source ?? String(key.value));
      const first = pairs.get(name);
      if (first) {
        const { line } = placeAt(source, first.key.range[0]);
        addFault(offset, [...path, name], `${JSON.stringify(name)} is set twice; the first is in line ${line}`);
      } else if (name === '__proto__') addFault(offset, [...path, name], 'no setting can have this name');
      else {
        key.value = name;
        withOrigin(key, { source });
        pairs.set(name, pair);
        pair.value = resolve(value, [...path, name], offset) as ParsedNode;
      }
    }
    return [...pairs.values()];
  }

  function follow(alias: Alias.Parsed, path: SettingPath): Setting {
    const { source: name, range } = alias;
    const refuse = (message: string) => {
      addFault(range[0], path, message);
      return emptyScalar(range[0], true);
    };
    const target = anchors.get(name);
    if (!target) {
      return refuse(anchors.has(name) ? `*${name} refers to itself` : `no anchor &${name} comes before *${name}`);
    }
    if (values + target.values > maxValues) {
      return refuse(`the aliases up to *${name} stand for more than ${maxValues} values`);
    }
    values += target.values;
    return target.setting;
  }

  function resolveScalar(node: Scalar.Parsed, path: SettingPath): void {
    if (typeof node.value !== 'string') {
      withOrigin(node, { source });
      return;
    }
    const [start, end] = node.range;
    const result = substitute(showReferences(node.value), text.slice(start, end), environment);
    for (const { at, message } of result.faults) addFault(start + at, path, message);
    node.value = result.text;
    withOrigin(node, {
      source,
      variables: result.variables,
      isUnresolved: result.faults.length > 0,
      meaning: result.isWhole && node.type === 'PLAIN' ? meaningOf(result.text) : undefined,
    });
  }

  function emptyScalar(offset: number, isUnresolved = false): Setting {
    const scalar = withOrigin(new Scalar(null), { source, isUnresolved });
    scalar.range = [offset, offset, offset];
    return scalar;
  }

  return { root: resolve(document.contents, [], 0), faults };
}

function emptyGroup(source: Source): Setting {
  const group: SettingGroup = withOrigin(new YAMLMap<Scalar<string>, Setting>(), {
    source: { lines: new LineCounter(), ...source },
  });
  group.range = [0, 0, 0];
  return group;
}
