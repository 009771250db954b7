import { replyKind } from 'chronoscribe/reading';
import { type Focus, nobody } from './adjustments.ts';
import type { PlaceGroup } from './places/place-groups.ts';
import { asserts } from './signs/asserted.ts';
import type { Visit } from './visit.ts';

const asksForPain =
  /\b(?:tender|sore|hurts?|hurting|pain(?:ful)?|ouch|worse|bother\w*|sensitive|achy|uncomfortable)\b/i;
/** `L5, yes`, `Right there.` */
const cries =
  /^\W*(?:(?:both|oh|um|well|[CTLS]\d{1,2})\W+)*(?:ow+|ouch|very|right there|big time|that's (?:it|the (?:spot|one)|where))\b/i;
const fine = /^\W*(?:that's |it's )?(?:fine|okay|good|not)\b/i;
const named = /^\W*(?:ow+\W+|[CTLS]\d{1,2}\W+|both\W+)+/i;

/**
 * Reads questions of the examination with their answers: `Is it sore at L5?`, `Yes.` finds pain there. An answer tells of
 * pain alone; anything else a patient cannot find.
 */
export class ExaminationQuestions {
  readonly #visit: Visit;
  #asked: Focus = nobody;
  #words: string | undefined;

  constructor(visit: Visit) {
    this.#visit = visit;
  }

  /** @param groups the places that the question names; without any it is of the focus */
  ask(text: string, groups: readonly PlaceGroup[], segments: readonly string[], focus: Focus): void {
    const goesOn = /^\W*(?:and|how about|what about|or)\b/i.test(text) || text.split(/\s+/).length <= 3;
    this.#words = asksForPain.exec(text)?.[0] ?? (goesOn ? this.#words : undefined);
    const members = groups.length > 0 ? groups.flatMap((group) => group.members) : focus.members;
    const isOfLevels = groups.length > 0 || this.#words !== undefined;
    this.#asked = isOfLevels && members.every(({ place }) => place.isLevel) ? { members, segments } : nobody;
  }

  /** @returns the places that the patient was asked about, if this answers */
  answer(text: string, groups: readonly PlaceGroup[], segments: readonly string[]): Focus | undefined {
    const asked = this.#asked;
    this.#asked = nobody;
    const kind = replyKind(text.replace(named, ''));
    const isNo = kind.startsWith('no') || kind === 'denies-one' || fine.test(text);
    const isYes = !isNo && (kind === 'yes' || cries.test(text) || asserts(text, asksForPain));
    if (asked.members.length === 0 || !(isYes || isNo)) return undefined;
    // `L5? L4?` – `L5, yes.`
    const members = groups.length > 0 ? groups.flatMap((group) => group.members) : asked.members;
    const evidence = [...asked.segments, ...segments];
    const words = this.#words ?? asksForPain.exec(text)?.[0];
    for (const { place } of members) {
      for (const segment of evidence) this.#visit.at(place).mentioned.add(segment);
      if (isYes && words !== undefined) this.#visit.addSign(place, 'pain or tenderness', words, evidence);
    }
    if (isYes) this.#visit.addSide(members, null);
    return { members, segments: evidence };
  }
}
