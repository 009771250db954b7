import type { TranscriptLanguageCode } from 'assemblyai';

/** AssemblyAI's codes for BCP 47 tags whose region it tells apart; every other language is its first part (`pt-BR` is `pt`). */
const regional: Readonly<Record<string, TranscriptLanguageCode>> = {
  'en-US': 'en_us',
  'en-GB': 'en_uk',
  'en-AU': 'en_au',
  'de-CH': 'de_ch',
};

/** `en_uk` for `en-GB`. */
export function vendorLanguage(tag: string): string {
  const canonical = canonicalTag(tag);
  return regional[canonical] ?? canonical.split('-')[0] ?? canonical;
}

/** `en-GB` for `en_uk`. */
export function languageTag(code: string): string {
  const known = Object.entries(regional).find(([, vendors]) => vendors === code);
  return known?.[0] ?? canonicalTag(code);
}

function canonicalTag(tag: string): string {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-')).toString();
  } catch {
    // Not a language tag; the vendor is to say so.
    return tag.toLowerCase();
  }
}
