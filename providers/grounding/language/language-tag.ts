/** The codes of Whisper's languages (openai/whisper, `tokenizer.py`). */
const codes = `
  af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja
  jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq
  sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh`
  .trim()
  .split(/\s+/);

/** Languages whose Whisper name differs from Unicode's. */
const otherNames: Readonly<Record<string, string>> = {
  myanmar: 'my',
  'haitian creole': 'ht',
  tagalog: 'tl',
  javanese: 'jv',
};

/**
 * The BCP 47 tag of a language that a recogniser names.
 *
 * @param name a code or an English name: `en`, `en_us`, `english`
 * @returns null if it is neither
 * @example
 * languageTag('english'); // 'en'
 */
export function languageTag(name: string): string | null {
  const said = name.trim().toLowerCase();
  const code = otherNames[said] ?? codes.find((each) => each === said || nameOf(each) === said);
  if (code !== undefined) return Intl.getCanonicalLocales(code)[0] ?? null;
  try {
    return /^[a-z]{2,3}([-_][a-z0-9]+)*$/.test(said) ? new Intl.Locale(said.replaceAll('_', '-')).toString() : null;
  } catch {
    return null;
  }
}

function nameOf(code: string): string | undefined {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code)?.toLowerCase();
}
