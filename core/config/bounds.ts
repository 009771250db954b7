import { z } from 'zod';
import type { Bound } from '../kinds/operations.ts';
import { hostSettings } from './host-settings.ts';
import { placeOf, type Setting, type SettingPath, settingAt } from './settings.ts';

/** The groups of the host's own settings that limit something. */
const groups = [['limits', 'perAccount'], ['uploads'], ['runs'], ['http', 'rateLimit']] as const;

export function hostBounds(root: Setting, settings: z.output<typeof hostSettings>): readonly Bound[] {
  return groups.flatMap((path) => {
    let [schema, value]: [unknown, unknown] = [hostSettings, settings];
    for (const name of path) [schema, value] = [fieldsOf(schema)[name], Object(value)[name]];
    return boundsIn(root, path, fieldsOf(schema), Object(value));
  });
}

/** Those among the settings of a plugin. @param path of the plugin's entry */
export function pluginBounds(
  root: Setting,
  path: SettingPath,
  schema: z.ZodObject,
  settings: object,
): readonly Bound[] {
  const fields = Object.entries(schema.shape).filter(([name]) => /^(keep|max)[A-Z]/.test(name));
  return boundsIn(root, [...path, 'with'], Object.fromEntries(fields), settings);
}

function boundsIn(root: Setting, path: SettingPath, fields: Fields, settings: object): readonly Bound[] {
  return Object.entries(fields).flatMap(([field, schema]) => {
    const value: unknown = Object(settings)[field] ?? null;
    if (value !== null && typeof value !== 'number' && typeof value !== 'string') return [];
    const at = [...path, field];
    const place = settingAt(root, at) === undefined ? undefined : placeOf(root, at);
    // The shipped file has the defaults of the others.
    const isSet = place !== undefined && place.source.order !== 1;
    const line = place?.line === undefined ? '' : `:${place.line}`;
    const name = at.filter((part) => part !== 'with').join('.');
    return [{ name, value, description: schema.description ?? '', place: isSet ? place.source.name + line : null }];
  });
}

type Fields = Readonly<Record<string, z.ZodType>>;

/** The fields of a group of settings, which may be left empty. */
function fieldsOf(schema: unknown): Fields {
  const inner = schema instanceof z.ZodPipe ? schema.out : schema;
  return inner instanceof z.ZodObject ? inner.shape : {};
}
