/**
 * The first thing that a value would lose on its way through JSON; undefined if it comes back as it is. Members that are
 * undefined are left out of JSON, as optional members are.
 *
 * @returns what it is and where: `a Date at "items.0.at"`
 */
export function jsonFault(value: unknown): string | undefined {
  const ancestors = new Set<object>();
  const visit = (value: unknown, path: string): string | undefined => {
    const place = path === '' ? '' : ` at "${path}"`;
    const lost = lostInJson(value);
    if (lost !== undefined) return `${lost}${place}`;
    if (typeof value !== 'object' || value === null) return undefined;
    if (ancestors.has(value)) return `an object that contains itself${place}`;
    ancestors.add(value);
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined && !Array.isArray(value)) continue;
      const fault = visit(member, path === '' ? name : `${path}.${name}`);
      if (fault !== undefined) return fault;
    }
    ancestors.delete(value);
    return undefined;
  };
  return value === undefined ? undefined : visit(value, '');
}

function lostInJson(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value);
  const type = Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (type === 'Array') return undefined;
  if (value === undefined) return 'undefined';
  if (type !== 'Object' || typeof value !== 'object') return `${/^[AEIO]/.test(type) ? 'an' : 'a'} ${type}`;
  return 'toJSON' in value && typeof value.toJSON === 'function' ? `a ${value.constructor.name}` : undefined;
}
