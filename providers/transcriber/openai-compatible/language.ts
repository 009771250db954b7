/** The languages that Whisper knows, by their codes (openai/whisper, `tokenizer.py`). */
const codes = `
  af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja
  jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq
  sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh`
  .trim()
  .split(/\s+/);

/** Where Whisper's name of a language is another than that of Unicode. */
const otherNames: Readonly<Record<string, string>> = { myanmar: 'my', 'haitian creole': 'ht', tagalog: 'tl', javanese: 'jv' };

/** `en` for `en-GB`: servers take codes of ISO 639 alone. */
export function vendorLanguage(tag: string): string {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    // No language tag; the server is to say so.
    return tag;
  }
}

/** BCP 47 for what a server answers, `english` or `en`; null where it is neither. */
export function languageTag(answered: string): string | null {
  const said = answered.trim().toLowerCase();
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
