import { inThirdPerson } from '../person/third-person.ts';
import type { Piece } from './read-answer.ts';

/** In the third person, said by the clinician to the patient. */
export const ofPatient = (text: string) => (text === '' ? '' : inThirdPerson(text, 'clinician', null));

/** A statement with what else the answer says. */
export function whole(told: string, all: readonly Piece[], joint?: string): string | null {
  const named = new Set(told.toLowerCase().split(/\W+/));
  const isEcho = ({ text }: Piece) =>
    joint !== ': ' && text.split(/\W+/).every((word) => named.has(word.toLowerCase()));
  const pieces = all.filter((piece) => !isEcho(piece));
  // `Yes, religiously. In the bin.`: what is added by itself may turn what was said before.
  if (joint !== ': ' && pieces.some(({ isClause }, at) => at > 0 && !isClause)) return null;
  const text = pieces.reduce((before, { text: said, isClause, joins }, at) => {
    if (at > 0 && isClause) return `${before}. ${capital(said)}`;
    const own =
      isClause && before.startsWith('The patient')
        ? said.replace(/^((?:but|because|and|so) )?the patient (?!and\b)/, '$1')
        : said;
    const between = at === 0 ? (joint ?? (joins ? ', ' : ': ')) : ', ';
    return `${before}${between}${own}`;
  }, told);
  return `${capital(text)}.`;
}

/** With a capital at its beginning. */
export function capital(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
