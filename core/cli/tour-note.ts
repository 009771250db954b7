import { styleText } from 'node:util';
import { z } from 'zod';

const Segment = z.object({ id: z.string(), speaker: z.string(), role: z.string(), startMs: z.number(), text: z.string() });

/** What the tour shows of a transcript's record. */
export const TourRecord = z.object({
  segments: z.array(Segment),
  sections: z.array(
    z.object({
      name: z.string(),
      statements: z.array(z.object({ text: z.string(), evidence: z.array(z.string()), grounded: z.boolean() })),
    }),
  ),
  warnings: z.array(z.string()),
});

type TourRecord = z.output<typeof TourRecord>;
type Statement = TourRecord['sections'][number]['statements'][number];

/** The note for a person: under each statement, when it was said and by whom, and how if the statement does not quote it whole. */
export function noteForPeople({ sections, segments, warnings }: TourRecord): string {
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const evidence = (id: string, statement: string): string => {
    const said = byId.get(id);
    if (said === undefined) return id;
    const quote = statement.includes(said.text) ? '' : `: “${said.text}”`;
    return `${clock(said.startMs)} ${said.role}${quote}`;
  };
  const lines = ({ text, evidence: ids, grounded }: Statement): readonly string[] => [
    `  ${text}${grounded ? '' : styleText('yellow', '  (not borne out by what was said)')}`,
    ...ids.map((id) => styleText('dim', `      ${evidence(id, text)}`)),
  ];
  const section = ({ name, statements }: TourRecord['sections'][number]): string => {
    const content = statements.length === 0 ? ['  Not documented.'] : statements.flatMap(lines);
    return [styleText('bold', name), ...content, ''].join('\n');
  };
  return [...sections.map(section), ...warnings.map((warning) => styleText('yellow', `${warning}\n`))].join('\n');
}

/** `01:39`: minutes and seconds from the start. */
function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
