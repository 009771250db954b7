/** Reads these parameters of a page's address, each a text; whatever else is there is dropped. */
export function textSearch<Name extends string>(...names: readonly Name[]) {
  return (search: Readonly<Record<string, unknown>>): { readonly [Each in Name]?: string | undefined } =>
    // The boundary of the address: a number in it, such as `?q=12`, arrives as a number.
    Object.fromEntries(
      names.flatMap((name) =>
        search[name] === undefined || search[name] === '' ? [] : [[name, String(search[name])]],
      ),
    ) as { readonly [Each in Name]?: string };
}
