import { excerpt } from './excerpt.ts';

/** As deep as a request may be: nobody means more, and what keeps JSON has limits of its own. */
const maxDepth = 100;

export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object, or why a text is none. */
export function readJsonObject(text: string): { readonly object: JsonObject } | { readonly detail: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    // The engine quotes some twenty characters around the fault.
    return { detail: `This is not JSON: ${thrown instanceof Error ? excerpt(thrown.message) : 'unknown fault'}` };
  }
  if (isDeeper(value, maxDepth)) return { detail: `The JSON is nested deeper than ${maxDepth} levels` };
  return isObject(value) ? { object: value } : { detail: 'Write a JSON object' };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
