const side = '(?:left|right)';
const place = '[CTLS](?:1[0-2]|[1-9])';
const said =
  "(?:it's |it was |that's |that was |i mean |i meant |make that |should be |but |rather |on |at )*(?:the )?";
const marker =
  '(?:sorry|correction|i mean|i meant|scratch that|strike that|make that|excuse me|my mistake|actually|wait|pardon me|let me correct that|rather)';
/** `no` corrects only between pauses, or without any: not in `C5 yes, T4 no, T5 no`. */
const turn = `(?:[\\s,.;…–—-]*\\b${marker}\\b[\\s,.;…–—-]*(?:no\\b[\\s,.;–—-]*)?|\\s*[,.;…–—-]+\\s*no\\b[\\s,.;…–—-]*(?:${marker}\\b[\\s,.;…–—-]*)?)+`;

/** `on the right. Sorry, not the right, the left`; also `not the right, the left` alone. */
const patterns: readonly RegExp[] = [side, place].flatMap((word) => [
  new RegExp(
    `\\b(${word})\\b( side)?${turn}${said}(?:not (?:on )?(?:the )?${word}(?: side)?[\\s,.;–—-]+${said})?(${word})\\b(?:,? not \\1\\b)?`,
    'gi',
  ),
  new RegExp(
    `\\b(${word})\\b( side)?[\\s,.;…–—-]+(?:no\\b[\\s,]*)?not (?:on )?(?:the )?\\1(?: side)?[\\s,.;–—-]+${said}(${word})\\b`,
    'gi',
  ),
]);
/** The right word first: `the left, not the right`. */
const denied = new RegExp(`\\b(${side})( side)?,? not (?:on )?(?:the )?${side}\\b`, 'gi');

/** A text with what its speaker took back replaced by what was meant: `at T7. No, T8` becomes `at T8`. */
export function withCorrections(text: string): string {
  let corrected = text;
  for (const pattern of patterns) {
    corrected = corrected.replace(
      pattern,
      (whole: string, _: string, noun: string | undefined, meant: string) =>
        // Line breaks separate segments and stay.
        `${meant}${noun ?? ''}${whole.replace(/[^\n]/g, '')}`,
    );
  }
  return corrected.replace(denied, '$1$2');
}
