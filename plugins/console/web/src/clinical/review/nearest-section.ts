import type { Transcript } from './record-query.ts';
import type { EditedSection } from './use-editor.ts';

/**
 * The section that speaks of the same part of the visit: that of the statement whose words were said nearest to some
 * segments. The first section if no statement cites any.
 */
export function nearestSection(
  evidence: readonly string[],
  segments: Transcript['segments'],
  sections: readonly EditedSection[],
): string | undefined {
  const places = new Map(segments.map(({ id }, index) => [id, index]));
  const own = evidence.flatMap((id) => places.get(id) ?? []);
  const distances = sections.map(({ statements }) => {
    const cited = statements.flatMap((statement) => statement.evidence).flatMap((id) => places.get(id) ?? []);
    return Math.min(...cited.flatMap((place) => own.map((at) => Math.abs(at - place))));
  });
  return sections[Math.max(0, distances.indexOf(Math.min(...distances)))]?.name;
}
