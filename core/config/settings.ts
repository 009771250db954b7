import { isMap, isScalar, type LineCounter, type Node, Pair, type Scalar, YAMLMap, type YAMLSeq } from 'yaml';

/** Names and list positions from the root: `['providers', 'transcriber', 'with', 'apiKey']`. */
export type SettingPath = readonly (string | number)[];

/**
 * A YAML node of the configuration: aliases are resolved, references to the environment are replaced, names are text.
 */
export type Setting = SettingGroup | SettingList | SettingScalar;
export interface SettingGroup extends YAMLMap<Scalar<string>, Setting> {}
export interface SettingList extends YAMLSeq<Setting> {}
export interface SettingScalar extends Scalar<string | number | boolean | null> {}

/** Something that settings are read from: a file, an environment variable, a command-line flag. */
export interface Source {
  /** As problems show it: `config/clinic.yaml`, `CHRONOSCRIBE_PORT`, `--port`. */
  readonly name: string;
  /** Absolute; relative paths in this source start from here. */
  readonly folder: string;
  /** Problems are reported in this order: the user's file is 0. */
  readonly order: number;
  /** Where the lines of the file start. */
  readonly lines?: LineCounter;
}

/** Where a node comes from. */
export interface Origin {
  readonly source: Source;
  /**
   * The number or boolean that an unquoted text means, if a schema wants one. Only for text from the environment and
   * from flags.
   */
  readonly meaning?: number | boolean | undefined;
  /** True if a reference in it could not be resolved. That is reported already, so problems with the value are not. */
  readonly isUnresolved?: boolean;
  /** The environment variables in the text. Their values may be secrets. */
  readonly variables?: readonly { readonly name: string; readonly value: string }[];
}

/** Where a setting was written. Lines and columns count from 1; only files have them. */
export interface Place {
  readonly source: Source;
  readonly line?: number;
  readonly column?: number;
}

const origins = new WeakMap<Node, Origin>();

/** Records where a node comes from. Returns the node. */
export function withOrigin<N extends Node>(node: N, origin: Origin): N {
  origins.set(node, origin);
  return node;
}

export function originOf(node: Node): Origin {
  const origin = origins.get(node);
  if (origin === undefined) throw new Error('A node of the configuration has no origin');
  return origin;
}

/** The setting at `path`; undefined if nothing is written there. */
export function settingAt(root: Setting, path: SettingPath): Setting | undefined {
  if (path.length === 0) return root;
  // The values in our collections are settings.
  return isScalar(root) ? undefined : (root.getIn(path, true) as Setting | undefined);
}

/**
 * The place to show for `path`: of a scalar its own place, of a group, a list or an empty value the place of its name,
 * and if nothing is written there the place of the nearest setting around it.
 *
 * @param part `name` asks for the place of the name in any case
 */
export function placeOf(root: Setting, path: SettingPath, part: 'value' | 'name' = 'value'): Place {
  const setting = settingAt(root, path);
  if (setting === undefined) return placeOf(root, path.slice(0, -1), 'name');
  if (part === 'value' && isScalar(setting) && setting.value !== null) return placeOfNode(setting);
  const parent = settingAt(root, path.slice(0, -1));
  const key =
    isMap(parent) && parent !== setting
      ? parent.items.find(({ key }) => key.value === String(path.at(-1)))?.key
      : undefined;
  return placeOfNode(key ?? setting);
}

const placeOfNode = (node: Node): Place => placeAt(originOf(node).source, node.range?.[0]);

/** The place of an offset in a source. */
export function placeAt(source: Source, offset: number | undefined): Place {
  if (source.lines === undefined || offset === undefined) return { source };
  const { line, col } = source.lines.linePos(offset);
  return { source, line: Math.max(line, 1), column: Math.max(col, 1) };
}

/**
 * A setting as the plain value that a schema parses.
 *
 * @param meant the scalars that are read by their meaning, not as text
 */
export function plainValue(setting: Setting, meant: ReadonlySet<Setting> = new Set()): unknown {
  if (isScalar(setting)) return meant.has(setting) ? originOf(setting).meaning : setting.value;
  if (!isMap(setting)) return setting.items.map((item) => plainValue(item, meant));
  return Object.fromEntries(setting.items.map(({ key, value }) => [key.value, value && plainValue(value, meant)]));
}

/** The environment variables in a setting and in all settings below it. */
export function variablesIn(setting: Setting): NonNullable<Origin['variables']> {
  if (isScalar(setting)) return originOf(setting).variables ?? [];
  if (!isMap(setting)) return setting.items.flatMap(variablesIn);
  return setting.items.flatMap(({ value }) => (value === null ? [] : variablesIn(value)));
}

/**
 * `upper` merged over `lower`. Groups are merged name by name, lists and scalars are replaced, and an empty group
 * changes nothing. An entry under `providers` or `plugins` with another `use` replaces the whole entry, since its
 * settings are different ones.
 */
export function merged(lower: Setting, upper: Setting, path: SettingPath = []): Setting {
  if (!isMap(lower)) return upper;
  if (isScalar(upper) && upper.value === null) return lower;
  if (!isMap(upper) || (isEntry(path) && hasOtherUse(lower, upper))) return upper;
  const pairs = new Map(lower.items.map((pair) => [pair.key.value, pair]));
  for (const pair of upper.items) {
    const name = pair.key.value;
    const below = pairs.get(name)?.value;
    pairs.set(name, below && pair.value ? new Pair(pair.key, merged(below, pair.value, [...path, name])) : pair);
  }
  const group: SettingGroup = withOrigin(new YAMLMap<Scalar<string>, Setting>(), originOf(upper));
  group.range = upper.range ?? null;
  group.items = [...pairs.values()];
  return group;
}

const isEntry = (path: SettingPath): boolean => path.length === 2 && (path[0] === 'providers' || path[0] === 'plugins');

function hasOtherUse(lower: SettingGroup, upper: SettingGroup): boolean {
  const use = upper.get('use', true);
  return use !== undefined && (!isScalar(use) || use.value !== lower.get('use'));
}
