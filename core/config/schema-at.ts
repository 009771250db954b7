import { z } from 'zod';
import type { SettingPath } from './place.ts';

/** What `.describe(…)` says of the setting at `path`, if anything. */
export function descriptionAt(schema: z.core.$ZodType, path: SettingPath): string | undefined {
  return layersAt(schema, path)
    .map((layer) => z.globalRegistry.get(layer)?.description)
    .find((description) => description !== undefined);
}

/** The names that the group at `path` may hold. */
export function knownNamesAt(schema: z.core.$ZodType, path: SettingPath): readonly string[] {
  const names = layersAt(schema, path).flatMap((layer) =>
    layer instanceof z.core.$ZodObject ? Object.keys(layer._zod.def.shape) : [],
  );
  return [...new Set(names)];
}

/** The schemas that a value at `path` passes through, the outermost first. */
function layersAt(schema: z.core.$ZodType, path: SettingPath): readonly z.core.$ZodType[] {
  const layers = unwrapped(schema);
  const [name, ...rest] = path;
  return name === undefined
    ? layers
    : layers.flatMap((layer) => childrenOf(layer, name)).flatMap((child) => layersAt(child, rest));
}

/** A schema, and those within it that read the same value: under `optional`, `default`, a pipe or a union. */
function unwrapped(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { core } = z;
  if (schema instanceof core.$ZodUnion) return [schema, ...schema._zod.def.options.flatMap(unwrapped)];
  if (schema instanceof core.$ZodPipe) return [schema, ...[schema._zod.def.in, schema._zod.def.out].flatMap(unwrapped)];
  if (
    schema instanceof core.$ZodOptional ||
    schema instanceof core.$ZodNullable ||
    schema instanceof core.$ZodDefault ||
    schema instanceof core.$ZodPrefault ||
    schema instanceof core.$ZodReadonly
  ) {
    return [schema, ...unwrapped(schema._zod.def.innerType)];
  }
  return [schema];
}

function childrenOf(schema: z.core.$ZodType, name: string | number): readonly z.core.$ZodType[] {
  const { core } = z;
  if (schema instanceof core.$ZodObject) {
    const child = Object.hasOwn(schema._zod.def.shape, name) ? schema._zod.def.shape[name] : undefined;
    return child ? [child] : [];
  }
  if (schema instanceof core.$ZodRecord) return [schema._zod.def.valueType];
  if (schema instanceof core.$ZodArray) return [schema._zod.def.element];
  return [];
}
