import { type Columns, required } from './csv-columns.ts';
import { type JsonObject, readJsonObject } from './json-object.ts';

/** The fields of an event, not yet checked, and what was wrong with others, each with its name. */
export interface Row {
  readonly fields: JsonObject;
  readonly faults: readonly string[];
}

/** Reads as many cells as there are columns. An empty cell is a field that is not given. */
export function readRow(columns: Columns, cells: readonly string[]): Row {
  const fields: Record<string, unknown> = {};
  const geo: Record<string, unknown> = {};
  const faults: string[] = [];
  columns.forEach((name, index) => {
    const text = cells[index] ?? '';
    if (name === undefined || (text === '' && !required.includes(name))) return;
    switch (name) {
      case 'causes':
        fields.causes = listed(text).map(causeOf);
        break;
      case 'participants':
        fields.participants = listed(text);
        break;
      case 'requires':
      case 'effects': {
        const facts = readFacts(text);
        if ('detail' in facts) faults.push(`${name}: ${facts.detail}`);
        else fields[name] = facts.object;
        break;
      }
      case 'lat':
      case 'lon':
        geo[name] = numberOf(text);
        break;
      default:
        fields[name] = text;
    }
  });
  return { fields: Object.keys(geo).length === 0 ? fields : { ...fields, geo }, faults };
}

function listed(text: string): readonly string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `fire`, or `fire min=90m max=2d` with limits on the delay. */
function causeOf(text: string): unknown {
  const [, id, ...limits] = /^(.*?)(?:\s(min|max)=(\S+))?(?:\s(min|max)=(\S+))?$/s.exec(text) ?? [];
  const [first, firstDelay, second, secondDelay] = limits;
  if (first === undefined) return text;
  return {
    event_id: id?.trimEnd(),
    [`${first}_delay`]: firstDelay,
    ...(second !== undefined && { [`${second}_delay`]: secondDelay }),
  };
}

/** A JSON object, or `door=open;light=on`, whose values are texts. */
function readFacts(text: string): { readonly object: JsonObject } | { readonly detail: string } {
  if (text.trimStart().startsWith('{')) return readJsonObject(text);
  const pairs = listed(text).map((pair) => {
    const [key = '', ...value] = pair.split('=');
    return [key.trim(), value.length === 0 ? undefined : value.join('=').trim()] as const;
  });
  if (pairs.some(([key, value]) => key === '' || value === undefined)) {
    return { detail: 'Write a JSON object or key=value;key=value' };
  }
  const object = Object.fromEntries(pairs);
  return Object.keys(object).length === pairs.length ? { object } : { detail: 'A key is given twice' };
}

/** A text that is no number is left to the check of the field, which says so. */
function numberOf(text: string): number | string {
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
}
