import { z } from 'zod';

/** A BCP 47 language tag such as `de` or `pt-BR`, in its canonical spelling. */
export const LanguageTag = z.string().transform((tag, context) => {
  const canonical = canonicalTag(tag);
  if (canonical !== undefined) return canonical;
  context.issues.push({ code: 'custom', input: tag, message: 'Not a BCP 47 language tag such as "en" or "pt-BR"' });
  return z.NEVER;
});

/** The grammar leaves room for languages of four to eight letters, but there are none: `english` is a slip. */
function canonicalTag(tag: string): string | undefined {
  try {
    const locale = new Intl.Locale(tag);
    return locale.language.length <= 3 ? locale.toString() : undefined;
  } catch {
    return undefined;
  }
}
