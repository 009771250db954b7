/** The warnings that notes have most, by what the API says. */
const known = {
  unsupported: /^(?<count>\d+) statements? of the note (?:is|are) not borne out/,
  omitted: /^The (?:note|summary) does not mention this .+?: (?<text>.+) \([^()]*\)\.$/,
  edited: /^The transcript was edited after this note was written/,
} as const;
type Known = keyof typeof known;

/** Which warning it is, and what it names; undefined for any other. */
export function readWarning(warning: string) {
  const names = Object.keys(known) as Known[];
  const name = names.find((each) => known[each].test(warning));
  return (
    name && { name, ...(known[name].exec(warning)?.groups as { readonly count?: string; readonly text?: string }) }
  );
}
