import type { LaidOutPassage } from './kind.ts';

/** Sections in which a line says something else than by itself. */
const changing = {
  allergies:
    /^(?:(?:known |drug )*allerg(?:y|ies)(?: (?:and|&|\/) .{3,30})?|adverse (?:drug )?reactions?|intolerances?|allergien(?: und .{3,30})?|unverträglichkeiten)$/i,
  family: /^(?:family (?:medical )?history|fhx?|familienanamnese)$/i,
  over: /^(?:(?:resolved|inactive|closed|former|previous) (?:problems?|diagnos[ei]s|conditions?)|(?:frühere|abgeschlossene) (?:diagnosen|probleme))$/i,
  stopped:
    /^(?:(?:stopped|discontinued|ceased|previous|past|former) (?:medications?|medicines|drugs)|(?:medications?|medicines|drugs) (?:stopped|discontinued|ceased|to stop)|stop taking|abgesetzte (?:medikation|medikamente))$/i,
} as const;

/** Other names of sections, which end one of those. */
const others =
  /^(?:(?:active |current |past |present |known |regular |discharge |home |social |medical |surgical |physical |advance )*(?:problems?|problem list|diagnos[ei]s|conditions|medications?|medicines|drugs|history|social|examination|findings|exam|vitals?|vital signs|observations|results|investigations|laboratory|imaging|procedures|operations|immuni[sz]ations|vaccinations|assessment|impression|plan|summary|recommendations|follow[- ]?up|instructions|advice|care|presenting complaint|chief complaint|review of systems|diagnosen|anamnese|befund|medikation|verlauf|beurteilung|procedere|therapie))$/i;

/** Whether a passage is the name of a section and nothing else. */
export function isHeading({ text }: LaidOutPassage): boolean {
  const name = nameOf(text);
  return others.test(name) || Object.values(changing).some((names) => names.test(name));
}

function nameOf(text: string): string {
  return text.replace(/\s*:$/, '').trim();
}

/** In words. */
const longestItem = 6;

export interface Heading {
  readonly text: string;
  readonly section: keyof typeof changing;
}

/**
 * The headings of lines that mean something else without: `Resolved problems` over `Depression`. By the id of the passage.
 * A section ends with the next heading that is known, with a line further left than its own, and, where its lines are not
 * indented, with a sentence: `Lives alone and takes ramipril` is no allergy.
 */
export function headingsOf(passages: readonly LaidOutPassage[]): ReadonlyMap<string, Heading> {
  const found = new Map<string, Heading>();
  let heading: (Heading & { readonly page: string; readonly left: number }) | undefined;
  /** The heading's own, then that of its last line. */
  let leftmost = 0;
  for (const { id, text, file, page, lines } of passages) {
    const left = lines[0]?.[0]?.left ?? 0;
    const name = nameOf(text);
    const section = Object.entries(changing).find(([, names]) => names.test(name))?.[0] as
      | Heading['section']
      | undefined;
    if (section !== undefined) {
      heading = { text: name, section, page: `${file}.${page}`, left };
      leftmost = left;
    } else if (heading !== undefined) {
      const isItem = left > heading.left || text.split(/\s+/).length <= longestItem;
      if (others.test(name) || heading.page !== `${file}.${page}` || left < leftmost || !isItem) heading = undefined;
      else {
        leftmost = left;
        found.set(id, heading);
      }
    }
  }
  return found;
}
