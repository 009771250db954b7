import type { ScalarSetting } from './setting.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What became of a text with `${NAME}` references. Positions count from the start of the text as it was written. */
export interface Substitution {
  readonly text: string;
  readonly variables: ScalarSetting['variables'];
  readonly faults: readonly { readonly at: number; readonly message: string }[];
  /** True where the text is one reference and nothing else. */
  readonly whole: boolean;
}

const reference = /\$\$\{|\$\{(?:([A-Za-z_]\w*)(?::-([^{}]*))?\})?/g;

/**
 * Fills in `${NAME}` and `${NAME:-default}` (the default is taken where the variable is unset or empty, as in a shell); `$${` stands for
 * a literal `${`. `written` is the same text as it stands in the file, quotes and escapes included.
 */
export function substitute(text: string, written: string, environment: Environment): Substitution {
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
    variables,
    faults,
    whole: found.length === 1 && found[0]?.[0] === text && found[0][1] !== undefined,
  };
}

/** What YAML would read in an unquoted `text`, if that is a number or a boolean. */
export function meaningOf(text: string): { readonly meaning?: number | boolean } {
  if (/^(true|True|TRUE)$/.test(text)) return { meaning: true };
  if (/^(false|False|FALSE)$/.test(text)) return { meaning: false };
  if (/^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/.test(text)) return { meaning: Number(text) };
  return {};
}

/**
 * YAML takes the braces of a reference for a map inside `{ … }`. Hidden behind two characters of the same length while the file is
 * parsed, `{ apiKey: ${KEY} }` needs no quotes and every position stays right.
 */
export function hideReferences(text: string): string {
  return text.replace(/\$\{([^{}\n]*)\}/g, '$\uE000$1\uE001');
}

export function showReferences(text: string): string {
  return text.replace(/\$\uE000([^\uE000\uE001\n]*)\uE001/g, (_, inside) => `\${${inside}}`);
}
