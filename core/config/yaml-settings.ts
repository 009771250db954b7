import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { Fault, Place, SettingPath } from './place.ts';
import { type Environment, meaningOf, showReferences, substitute } from './references.ts';
import type { Member, ScalarSetting, Setting } from './setting.ts';

export interface YamlOrigin {
  /** The text that was parsed, as it stands in the file. */
  readonly text: string;
  placeAt(offset: number): Place;
  readonly environment: Environment;
}

/** Far more than a configuration holds; aliases of aliases could ask for any number. */
const maximumValues = 10_000;

/** The settings in a YAML file, and all that is wrong with it as YAML. `root` is undefined where nothing could be made of it. */
export interface SettingsRead {
  readonly root: Setting | undefined;
  readonly faults: readonly Fault[];
}

/** Turns a parsed document into settings with places: references are filled in and aliases followed. */
export function settingsOf(document: Document.Parsed, { text, placeAt, environment }: YamlOrigin): SettingsRead {
  const faults: Fault[] = [];
  /** By anchor: what it names and how many values that is; `undefined` while it is still being read. */
  const anchors = new Map<string, { readonly setting: Setting; readonly values: number } | undefined>();
  let values = 0;

  function read(node: ParsedNode | null, path: SettingPath, nearby: Place): Setting {
    const before = values;
    values += 1;
    if (node === null) return scalar(nearby, null);
    if (isAlias(node)) return follow(node, path);
    if (node.anchor) anchors.set(node.anchor, undefined);
    const setting = readContent(node, path);
    if (node.anchor) anchors.set(node.anchor, { setting, values: values - before });
    return setting;
  }

  function readContent(node: Exclude<ParsedNode, Alias.Parsed>, path: SettingPath): Setting {
    const place = placeAt(node.range[0]);
    if (isMap(node)) return { form: 'group', place, members: readMembers(node, path) };
    if (isSeq(node)) {
      const entries = node.items.map((item, position) => read(isPair(item) ? null : item, [...path, position], place));
      return { form: 'list', place, entries };
    }
    return readScalar(node, path, place);
  }

  function readMembers(map: YAMLMap.Parsed, path: SettingPath): ReadonlyMap<string, Member> {
    const members = new Map<string, Member>();
    for (const { key, value } of map.items) {
      const place = key?.range ? placeAt(key.range[0]) : placeAt(map.range[0]);
      const fault = (message: string, at: SettingPath = path) => faults.push({ place, path: at, message });
      if (!isScalar(key)) {
        fault('the name of a setting is plain text');
        continue;
      }
      const name = showReferences(key.source ?? String(key.value));
      const here = [...path, name];
      const first = members.get(name);
      if (first) fault(`${JSON.stringify(name)} is set twice; the first is in line ${first.place.line}`, here);
      else if (name === '__proto__') fault('no setting can have this name', here);
      else members.set(name, { place, setting: read(value, here, place) });
    }
    return members;
  }

  function follow(alias: Alias.Parsed, path: SettingPath): Setting {
    const place = placeAt(alias.range[0]);
    const refuse = (message: string) => {
      faults.push({ place, path, message });
      return scalar(place, null, { unresolved: true });
    };
    const target = anchors.get(alias.source);
    if (!target) {
      return refuse(
        anchors.has(alias.source)
          ? `*${alias.source} refers to itself`
          : `no anchor &${alias.source} comes before *${alias.source}`,
      );
    }
    if (values + target.values > maximumValues) {
      return refuse(`the aliases up to *${alias.source} stand for more than ${maximumValues} values`);
    }
    values += target.values;
    return target.setting;
  }

  function readScalar(node: Scalar.Parsed, path: SettingPath, place: Place): ScalarSetting {
    const { value } = node;
    if (typeof value !== 'string') return scalar(place, isPlain(value) ? value : (node.source ?? ''));
    const [start, end] = node.range;
    const written = text.slice(start, end);
    const result = substitute(showReferences(value), written, environment);
    for (const { at, message } of result.faults) faults.push({ place: placeAt(start + at), path, message });
    return scalar(place, result.text, {
      variables: result.variables,
      unresolved: result.faults.length > 0,
      ...(result.whole && node.type === 'PLAIN' && meaningOf(result.text)),
    });
  }

  const root = document.contents === null ? undefined : read(document.contents, [], placeAt(0));
  return { root, faults };
}

function scalar(place: Place, value: ScalarSetting['value'], more: Partial<ScalarSetting> = {}): ScalarSetting {
  return { form: 'scalar', place, value, variables: [], ...more };
}

function isPlain(value: unknown): value is number | boolean | null {
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}
