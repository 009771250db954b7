/** Plain JSON that nobody can change any more: what one step is handed, the next one is handed too. Frozen in place. */
export function frozen<T>(json: T): T {
  if (typeof json !== 'object' || json === null || Object.isFrozen(json)) return json;
  for (const member of Object.values(json)) frozen(member);
  return Object.freeze(json);
}
