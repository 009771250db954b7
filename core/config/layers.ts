import type { SettingPath } from './place.ts';
import { type GroupSetting, type Member, type ScalarSetting, type Setting, settingAt } from './setting.ts';

/**
 * `upper` laid over `lower`: groups are merged name by name, lists and single values are replaced, and a group that was left empty
 * changes nothing. A provider's or plugin's entry that names another `use` replaces the whole entry, for its settings are others.
 */
export function layered(lower: Setting, upper: Setting, path: SettingPath = []): Setting {
  if (lower.form !== 'group') return upper;
  if (upper.form === 'scalar' && upper.value === null) return lower;
  if (upper.form !== 'group' || (isEntry(path) && namesAnother(lower, upper))) return upper;
  const members = new Map<string, Member>(lower.members);
  for (const [name, member] of upper.members) {
    const below = lower.members.get(name);
    members.set(name, below ? { ...member, setting: layered(below.setting, member.setting, [...path, name]) } : member);
  }
  return { ...upper, members };
}

/** `root` with one value set, as the environment and the command line do; the groups around it must be there. */
export function withValue(root: Setting, path: SettingPath, value: ScalarSetting): Setting {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (root.form !== 'group') return root;
  const below = root.members.get(String(name));
  const empty: GroupSetting = { form: 'group', place: value.place, members: new Map() };
  const setting = withValue(rest.length === 0 ? value : (below?.setting ?? empty), rest, value);
  return { ...root, members: new Map(root.members).set(String(name), { place: below?.place ?? value.place, setting }) };
}

function isEntry(path: SettingPath): boolean {
  return path.length === 2 && (path[0] === 'providers' || path[0] === 'plugins');
}

function namesAnother(lower: Setting, upper: Setting): boolean {
  const above = settingAt(upper, ['use']);
  const below = settingAt(lower, ['use']);
  return above !== undefined && !(above.form === 'scalar' && below?.form === 'scalar' && above.value === below.value);
}
