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
  let nearest: { readonly name: string | undefined; readonly distance: number } = {
    name: sections[0]?.name,
    distance: Number.POSITIVE_INFINITY,
  };
  for (const { name, statements } of sections) {
    for (const cited of statements.flatMap((statement) => statement.evidence)) {
      const place = places.get(cited);
      if (place === undefined) continue;
      const distance = Math.min(...own.map((at) => Math.abs(at - place)));
      if (distance < nearest.distance) nearest = { name, distance };
    }
  }
  return nearest.name;
}
