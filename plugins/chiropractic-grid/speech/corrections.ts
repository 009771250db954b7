import type { Segment } from 'chronoscribe/kinds/transcripts';
import { shortLevels } from '../places/spoken-levels.ts';
import { boundedTexts } from './clauses.ts';
import { inEnglish } from './german.ts';
import { inFull } from './shorthand.ts';

const side = '(?:left|right)';
const level = '[CTLS](?:1[0-2]|[1-9])';
const part =
  '(?:atlas|axis|occiput|sacrum|coccyx|ilium|SI(?: joint)?|shoulder|elbow|wrist|hip|knee|ankle|foot|rib \\d{1,2}|ribs?)';
const place = `(?:${level}(?:(?: to |-)${level})?|${part})`;
const said =
  "(?:it's |it was |that's |that was |that is |i mean |i meant |make that |(?:that )?should (?:be|read) |but |rather |the other one,? |on |at )*(?:the )?";
const marker =
  "(?:(?:uh |oh |hm+ |er )?no wait|(?:i'm |im )?sorry|correction|i mean|i meant|(?:scratch|strike|make) that|excuse me|my mistake|actually|wait|pardon me|let me correct that|rather|hold on)";
/** `no` corrects only between pauses, or without any: not in `C5 yes, T4 no, T5 no`. */
const turn = `(?:[\\s,.;…–—-]*\\b(?:no )?${marker}\\b[\\s,.;…–—-]*(?:no\\b[\\s,.;–—-]*)?|\\s*(?:[.;…–—-]+\\s*no\\b[\\s,.;…–—-]*|,\\s*no\\b[\\s,;…–—-]*)(?:${marker}\\b[\\s,.;…–—-]*)?)+`;

/** What is taken back, with what may follow it: `right`, `right SI`; `L3`, `L3 on the left`. */
const takenBack = [
  [side, `(?: side| ${part})?`],
  [place, `(?: (?:on the )?${side}(?: side)?)?(?! (?:is|was) (?:on the )?${side})`],
] as const;
const patterns: readonly RegExp[] = takenBack.flatMap(([word, trail]) => {
  const denied = `not (?:on )?(?:the )?`;
  return [
    // `On the right. Sorry, not the right, the left`
    `\\b(${word})\\b(${trail})${turn}${said}(?:${denied}${word}(?: side)?[\\s,.;–—-]+${said})?(${word})\\b(${trail})(?:,? not \\1\\b)?`,
    // `Not the right, the left`
    `\\b(${word})\\b(${trail})[\\s,.;…–—-]+(?:no\\b[\\s,]*)?${denied}\\1(?: side)?[\\s,.;–—-]+${said}(${word})\\b(${trail})`,
    // In a sentence of its own, `T9 is stuck. Hold on, that's T10.`, or in the same words: `L2 is high, I mean L3 is high`.
    `\\b(${word})\\b([^.!?\\n,;]{1,60})(?=[.!…,;\\s])${turn}${said}(?:${denied}\\1[\\s,.;–—-]+${said})?(${word})\\b()(?: (?:on the )?${side}| side| one| ${part}| for ${place})*(?=(?:\\2)?\\s*(?:[.,;\\n]|$))`,
    // `On the left, on the right I meant`
    `\\b(${word})\\b(${trail})[\\s,]+${said}(${word})\\b(${trail}),? (?:i meant|i mean)\\b`,
  ].map((source) => new RegExp(source, 'gi'));
});
/** `on the left, uh, right` */
const hesitated = new RegExp(`\\b(${side})(),? (?:uh|um|er),? (${side})\\b()(?:,? not \\1\\b)?`, 'gi');
/** Without any pause only levels that stand beside each other: `L4 no L5`. */
const bare = /\b([CTLS])\d{1,2}() no (\1\d{1,2})\b()(?!\s+(?:yes|no|is|was|isn't|fine|ok|okay)\b)/g;
/** The right word first: `the left, not the right`. */
const denied = new RegExp(`\\b(${side})( side)?,? not (?:on )?(?:the )?${side}\\b`, 'gi');

/** A text with what its speaker took back replaced by what was meant: `at T7. No, T8` becomes `at T8`. */
export function withCorrections(text: string): string {
  let written = text;
  for (const pattern of [...patterns, hesitated, bare]) {
    written = written.replace(
      pattern,
      (whole: string, _: string, trail: string, meant: string, meantTrail: string) =>
        // Line breaks separate segments and stay.
        `${meant}${meantTrail || trail}${whole.replace(/[^\n]/g, '')}`,
    );
  }
  return written.replace(denied, '$1$2');
}

interface CorrectedSegment extends Pick<Segment, 'text' | 'role'> {
  /** The segment, and the next one if that corrects it. */
  readonly ids: readonly string[];
}

/** Nothing ends with these words. */
const openEnd = /(?:,|\b(?:the|an?|on|at|in|of|to|and|is|are|your|that's|with))\s*$/i;
const interruption = /^\s*(?:\S+\s*){1,5}$/;

/** Segments with the two parts of a sentence that somebody breaks into as one, with the ids of both. */
function joined(segments: readonly Segment[]): readonly (Segment & Pick<CorrectedSegment, 'ids'>)[] {
  const whole = segments.map((segment) => ({ ...segment, ids: [segment.id] }));
  for (const other of [...whole]) {
    const at = whole.indexOf(other);
    const [one, next] = [whole[at - 1], whole[at + 1]];
    if (one === undefined || next === undefined || one.role !== next.role || other.role === one.role) continue;
    if (!openEnd.test(one.text) || !interruption.test(other.text)) continue;
    whole.splice(at - 1, 3, { ...one, text: `${one.text} ${next.text}`, ids: [...one.ids, ...next.ids] }, other);
  }
  return whole;
}

/** Segments in English, with levels in short form and corrections applied, also where one corrects the one before. */
export function correctedSegments(segments: readonly Segment[]): readonly CorrectedSegment[] {
  const pieces = joined(segments).flatMap((segment) =>
    boundedTexts(segment.text).map((text) => ({ ...segment, text })),
  );
  const corrected: CorrectedSegment[] = [];
  for (const { ids, role, text } of inEnglish(pieces)) {
    const own = withCorrections(shortLevels(inFull(text)));
    const last = corrected.at(-1);
    const both = `${last?.text}\n${own}`;
    const together = last?.role === role ? withCorrections(both) : both;
    if (last === undefined || together === both) {
      corrected.push({ role, text: own, ids });
      continue;
    }
    const [first = '', rest = ''] = together.split('\n');
    const allIds = [...new Set([...last.ids, ...ids])];
    corrected.splice(-1, 1, { role, text: first, ids: allIds }, { role, text: rest, ids });
  }
  return corrected;
}
