import type { Segment } from 'chronoscribe/kinds/transcripts';
import { shortLevels } from '../places/spoken-levels.ts';
import { boundedTexts } from './clauses.ts';
import { withCorrections } from './corrections.ts';

interface CorrectedSegment extends Pick<Segment, 'text' | 'role'> {
  /** The segment, and the next one if that corrects it. */
  readonly ids: readonly string[];
}

/** Segments with levels in short form and corrections applied, also where one corrects the one before. */
export function correctedSegments(segments: readonly Segment[]): readonly CorrectedSegment[] {
  const short = segments.flatMap(({ id, role, text }) =>
    boundedTexts(text).map((piece) => ({ id, role, text: shortLevels(piece) })),
  );
  const corrected: CorrectedSegment[] = [];
  for (const { id, role, text } of short) {
    const last = corrected.at(-1);
    const own = withCorrections(text);
    if (last?.role === role) {
      const joined = `${last.text}\n${own}`;
      const together = withCorrections(joined);
      if (together !== joined) {
        const [first = '', rest = ''] = together.split('\n');
        corrected.pop();
        corrected.push({ ...last, text: first, ids: [...new Set([...last.ids, id])] }, { role, text: rest, ids: [id] });
        continue;
      }
    }
    corrected.push({ role, text: own, ids: [id] });
  }
  return corrected;
}
