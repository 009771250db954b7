import { parsedValue } from '../../shared/parsed-value.ts';

/** Facts as lines of `key=value`; a value that is no JSON is a text. */
export function factsText(facts: Readonly<Record<string, unknown>> | undefined): string {
  return Object.entries(facts ?? {})
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}

export function factsOf(text: string): Record<string, unknown> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [key = '', ...value] = line.split('=');
      return [key.trim(), parsedValue(value.join('=').trim())];
    }),
  );
}
