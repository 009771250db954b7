import type { Place, SettingPath } from './place.ts';

/** Settings as they were written: every value with its place. */
export type Setting = ScalarSetting | ListSetting | GroupSetting;

export interface ScalarSetting {
  readonly form: 'scalar';
  readonly place: Place;
  readonly value: string | number | boolean | null;
  /** What the text means if a number or a boolean is wanted: set where the text came from outside, which only knows text. */
  readonly meaning?: number | boolean;
  /** True where what it refers to could not be found: that is reported already, and what a schema says of it is no news. */
  readonly unresolved?: boolean;
  /** The environment variables that the text was put together from. Their values may be secrets. */
  readonly variables: readonly { readonly name: string; readonly value: string }[];
}

interface ListSetting {
  readonly form: 'list';
  readonly place: Place;
  readonly entries: readonly Setting[];
}

export interface GroupSetting {
  readonly form: 'group';
  readonly place: Place;
  readonly members: ReadonlyMap<string, Member>;
}

export interface Member {
  /** Where the name was written. */
  readonly place: Place;
  readonly setting: Setting;
}

/** The setting at `path`; undefined where nothing is written. */
export function settingAt(root: Setting, path: SettingPath): Setting | undefined {
  return path.reduce<Setting | undefined>((setting, name) => childOf(setting, name)?.setting, root);
}

/**
 * The place to show for `path`. Of a single value it is the value's own, or its name's if that is asked for; of a group, a list or an
 * empty value the name's; and where nothing is written, that of the nearest setting around it.
 */
export function placeOf(root: Setting, path: SettingPath, of: 'value' | 'name' = 'value'): Place {
  let found: Member = { place: root.place, setting: root };
  for (const name of path) {
    const child = childOf(found.setting, name);
    if (child === undefined) return found.place;
    found = child;
  }
  const { setting, place } = found;
  return of === 'value' && setting.form === 'scalar' && setting.value !== null ? setting.place : place;
}

/** The plain value that a schema reads; `meant` are the scalars that are taken by their meaning rather than as text. */
export function plainValue(setting: Setting, meant: ReadonlySet<Setting> = new Set()): unknown {
  switch (setting.form) {
    case 'scalar':
      return meant.has(setting) ? setting.meaning : setting.value;
    case 'list':
      return setting.entries.map((entry) => plainValue(entry, meant));
    case 'group':
      return Object.fromEntries([...setting.members].map(([name, member]) => [name, plainValue(member.setting, meant)]));
  }
}

/** Every environment variable that `setting` holds something of. */
export function variablesIn(setting: Setting): ScalarSetting['variables'] {
  switch (setting.form) {
    case 'scalar':
      return setting.variables;
    case 'list':
      return setting.entries.flatMap(variablesIn);
    case 'group':
      return [...setting.members.values()].flatMap((member) => variablesIn(member.setting));
  }
}

function childOf(setting: Setting | undefined, name: string | number): Member | undefined {
  if (setting?.form === 'group') return setting.members.get(String(name));
  if (setting?.form !== 'list') return undefined;
  const entry = setting.entries[Number(name)];
  return entry && { place: entry.place, setting: entry };
}
