export type Environment = Readonly<Record<string, string | undefined>>;

const reference = /\$\$\{|\$\{(?:([A-Za-z_]\w*)(?::-([^{}]*))?\})?/g;

/**
 * Replaces `${NAME}` and `${NAME:-default}`. As in a shell, the default is used if the variable is unset or empty.
 * `$${` stands for a literal `${`.
 *
 * @param written the same text as it is in the file, with quotes and escapes
 */
export function substitute(text: string, written: string, environment: Environment) {
  const variables: { name: string; value: string }[] = [];
  const faults: { at: number; message: string }[] = [];
  const found = [...text.matchAll(reference)];
  const positions = [...written.matchAll(reference)].map((match) => match.index);
  const filled = found.map((match, count) => {
    const [whole, name, fallback] = match;
    const at = (positions.length === found.length ? positions[count] : undefined) ?? 0;
    if (whole === '$${') return '${';
    if (name === undefined) {
      faults.push({ at, message: `a reference is \${NAME} or \${NAME:-default}; a literal "\${" is written "$\${"` });
      return '';
    }
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value !== undefined && (value !== '' || fallback === undefined)) {
      variables.push({ name, value });
      return value;
    }
    if (fallback === undefined) faults.push({ at, message: `the environment variable ${name} is not set` });
    return fallback ?? '';
  });
  let count = 0;
  return {
    text: text.replace(reference, () => filled[count++] ?? ''),
    /** The variables that were used. */
    variables,
    /** `at` is an offset in the text as it was written. */
    faults,
    /** True if the text is one reference and nothing else. */
    isWhole: found.length === 1 && found[0]?.[0] === text && found[0][1] !== undefined,
  };
}

/** The number or boolean that YAML reads in an unquoted `text`; undefined if it is neither. */
export function meaningOf(text: string): number | boolean | undefined {
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE)$/.test(text)) return false;
  return /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/.test(text) ? Number(text) : undefined;
}

/**
 * Hides the braces of references, which YAML would take for a map inside `{ … }`. They are replaced by two characters
 * of the same length, so `{ apiKey: ${KEY} }` needs no quotes and all offsets stay right.
 */
export const hideReferences = (text: string): string => text.replace(/\$\{([^{}\n]*)\}/g, '$\uE000$1\uE001');

export function showReferences(text: string): string {
  return text.replace(/\$\uE000([^\uE000\uE001\n]*)\uE001/g, (_, inside) => `\${${inside}}`);
}
