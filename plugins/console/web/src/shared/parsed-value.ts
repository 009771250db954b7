/** What somebody typed as a value: JSON, and a text if it is none. */
export function parsedValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
