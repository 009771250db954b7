import type { ReadAssertion } from '../reading/reading.ts';
import type { ShownWords } from '../reading/reading-language.ts';
import { germanLabel } from './german-safety.ts';

/** Where something is, after its name. */
const place =
  /^(?:(?:(?:im|am|vom|in|an|auf|unter|hinter|über)(?: (?:der|dem|den|die|meinem|meiner))?(?: (?:link|recht|beid|unter|ober)e[nmr]?)+ \p{L}+)|links|rechts|beidseits)/u;
const before = /(?:(?:starke|leichte|link|recht|linksseitig|rechtsseitig|beidseitig|akut|chronisch)e?[nrsm]? )+$/u;
const sides = /(?<!\p{L})(?:link|recht|beid)(?:s|e[nrsm]?|seits|sseitige?[nrsm]?)?(?!\p{L})/gu;

function told(name: string, kind: string, assertion: ReadAssertion | 'unanswered'): string {
  const shown = name.replace(/(?<=\d)\.(?=\d)/g, ',');
  const isAllergy = kind === 'allergy';
  const own = isAllergy && !/allergie$/.test(name) ? `Allergie gegen ${shown}` : shown;
  switch (assertion) {
    case 'present':
      return own;
    case 'absent':
      return isAllergy || kind === 'medication' ? `${own}: nein` : `${own} verneint`;
    case 'possible':
      return `${own} (${kind === 'symptom' || kind === 'problem' ? 'fraglich' : 'zu bestätigen'})`;
    case 'historical':
      return kind === 'medication' ? `${own} (abgesetzt)` : `${own} (früher)`;
    case 'declined':
      return `${own} (abgelehnt)`;
    case 'family':
      return `In der Familie: ${own}`;
    case 'unanswered':
      return `${own} (gefragt, Antwort unklar)`;
    default:
      return assertion satisfies never;
  }
}

const firmNo = /^(?:(?:na|,) )*(?:nein|nö|nee|nie|niemals|nichts|keine?[nrs]?|gar nicht|überhaupt nicht)(?!\p{L})/u;
const hedge =
  /(?<!\p{L})(?:aber|nur|außer|manchmal|gelegentlich|früher|damals|ab und zu|vielleicht|glaub\p{L}*|denke|weiß|eigentlich|selten|mal|bisschen|wenig|nicht mehr|jetzt|heute|gestern|letzte\p{L}*|momentan|direkt|wirklich|höchstens|bis|doch|vor|seit)(?!\p{L})/u;

/** How facts are told in German. */
export const germanShown: ShownWords = {
  describe({ tokens }, { from, to }) {
    const text = (start: number, end: number) =>
      tokens
        .slice(start, end)
        .map((token) => token.text)
        .join(' ');
    const qualifier = before.exec(`${text(Math.max(0, from - 3), from)} `)?.[0].trim() ?? '';
    const where = place.exec(text(to, to + 5))?.[0] ?? '';
    const start = from - (qualifier === '' ? 0 : qualifier.split(' ').length);
    const end = to + (where === '' ? 0 : where.split(' ').length);
    const named = [...`${qualifier} ${where}`.matchAll(sides)].map(([side]) => side.slice(0, 4)).join(' ');
    return {
      ...{ text: text(start, end), place: named === '' ? null : named, from: start, to: end },
      ...{ hasResult: false, endsInResult: false },
    };
  },
  told,
  noAllergies: 'Keine Allergien bekannt',
  safety: {
    // In `ich kann nicht mehr, am liebsten wäre ich tot` another thing is denied.
    denies:
      /(?<!\p{L})(?:keine?\p{L}*|nie|niemals|verneint|distanziert|ohne|negativ|nicht (?:akut )?(?:suizidal|schwanger|bewusstlos|ohnmächtig))(?!\p{L})/iu,
    isFirmNo: (said) => firmNo.test(said) && !hedge.test(said),
    lacks: /(?<!\p{L})(?:nicht|keine?|ohne|fehlt|fehlend\p{L}*)(?!\p{L})/u,
    warns:
      /(?<!\p{L})(?:wenn|falls|sollten?|bei)(?!\p{L}).*(?:notaufnahme|notarzt|112|sofort|umgehend|kommen sie|melden sie|rufen sie)/u,
    safety: 'Sicherheit zu Hause',
    label: (name, said) => germanLabel(name.replace(', asked further', ''), said),
    denied: ({ term: { name }, said }) => `${germanLabel(name, said)} verneint`,
    unanswered: ' (gefragt, nicht beantwortet)',
  },
};
