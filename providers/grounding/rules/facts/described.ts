import type { FactKind } from 'chronoscribe/kinds/grounding';
import type { Clause } from '../reading/clauses.ts';
import { type Mention, textOf } from '../reading/mentions.ts';
import { belongsToPlace, isPlace, placeAt } from '../reading/places.ts';
import type { Described } from '../reading/reading-language.ts';
import { shownName } from '../reading/terms.ts';

const qualifier = new RegExp(
  `^(?:${[
    'acute|subacute|chronic|recurrent|recurring|intermittent|constant|persistent|ongoing|worsening|stable|new|newly|diagnosed|old|recent',
    'mild|mildly|moderate|moderately|severe|severely|slight|slightly|minimal|trace|significant|significantly|small|large|tiny|minor|major|marked|diffuse|focal|localized|generalized',
    'sharp|dull|throbbing|burning|stabbing|aching|shooting|crampy|cramping|tingling|radiating|exertional|nocturnal',
    'pitting|nonpitting|coarse|fine|bony|midline|palpable|visible|dry|productive|bloody|watery|high|low|elevated',
    'displaced|nondisplaced|comminuted|open|closed|stress|hairline|avulsion|partial|complete|full|thickness',
    'limited|decreased|reduced|increased|restricted|diminished|painful|passive|active|positive|negative|normal|abnormal|good|equal|brisk|absent|strong|uncontrolled|controlled',
    'viral|bacterial|fungal|allergic|seasonal|metastatic|benign|malignant|primary|secondary|essential|congenital|traumatic|inflammatory|degenerative|diabetic|systolic|diastolic',
    'total|partial|dose|grade|stage|type|degree|urine|blood|body|baby|topical|oral|muscle|muscular|nerve|joint|tension|flexion|extension',
  ].join('|')})$`,
);
/** `An exacerbation of your arthritis`: the word before `of` says which. */
const head =
  /^(?:exacerbation|flare|flareup|recurrence|episode|bout|onset|history|remission|rupture|inflammation|narrowing|loss)$/;
const everyday =
  /^(?:little|big|great|small|index|ring|first|second|third|fourth|fifth|whole|entire|deep|front|inner|outer|low)$/;
const copula =
  /^(?:is|are|was|were|look|looks|looked|seem|seems|sound|sounds|feel|feels|appear|appears|remain|remains|isn't|aren't|wasn't|weren't)$/;
const filler =
  /^(?:still|also|all|really|very|pretty|quite|a|little|bit|slightly|mildly|moderately|severely|significantly|markedly|somewhat|grossly|nice|now|today|completely|both|just|about|more|much|well|to|be|here|back)$/;
const outcome =
  /^(?:positive|negative|normal|abnormal|equal|intact|symmetric|symmetrical|asymmetric|limited|reduced|decreased|diminished|increased|elevated|absent|present|full|restricted|painful|tight|weak|strong|brisk|regular|irregular|clear|stable|unchanged|unremarkable|soft|tender|nontender|swollen|good|fine|great|excellent|okay|ok|poor|better|worse|improved|high|low|controlled|uncontrolled|perfect|steady|unsteady|borderline)$/;
/** Of a condition these say how it stands; that it is `good` or `present` says nothing. */
const course = /^(?:controlled|uncontrolled|stable|worse|better|improved|unchanged)$/;
const circumstance =
  /^(?:to|on|with|upon|during|after|at|without) (?:(?:deep|light|direct|active|passive|any|both|full|forced|the|resisted) )*(?:palpation|percussion|touch|pressure|movement|motion|activity|exertion|exercise|flexion|extension|rotation|abduction|adduction|inspiration|breathing|walking|standing|sitting|bending|lifting|coughing|weight bearing|weightbearing|urination|swallowing|eating|rest|auscultation)\b(?:(?: ,| and| or)+ (?:flexion|extension|rotation|abduction|adduction|percussion|movement|motion|pressure))*/;
const measured = /^(?:to|at|of) (?:about |around |only )?\d+(?:\.\d+)? (?:degrees?|percent|%|cm|mm)(?![a-z])/;
/** Words between the part that hurts and the verb: `my lower back has been hurting`. */
const between =
  /^(?:has|have|had|been|is|are|was|were|be|gets?|getting|got|feels?|feeling|really|still|also|just|a|little|bit|so|very|pretty|quite|kind|of|kinda|started|starts|keeps?|always|does|do|did)$/;
const longestLeft = 6;
const longestAfter = 16;

/** Kinds of which place and outcome are told. */
export const conditionKinds: ReadonlySet<FactKind> = new Set(['problem', 'symptom', 'finding', 'history']);
const examined: ReadonlySet<FactKind> = new Set(['finding', 'vital', 'result']);

/** Says a term with what its clause says of it: its qualifiers, its place and how it came out. */
export function describe(clause: Clause, mention: Mention, mentions: readonly Mention[], kind: FactKind): Described {
  const { tokens } = clause;
  const from = qualifiedFrom(tokens, mention, mentions);
  const name = shownName(mention.term, mention.said);
  const words = tokens.slice(from, mention.from);
  // `My knees hurt`: the words before are the subject, and belong to no noun.
  const isSubject = name !== mention.said && words.length > 0 && words.every(belongsToPlace);
  // `Mildly tender` is mild tenderness.
  const said =
    name === mention.said
      ? textOf(words)
      : textOf(words).replace(/\b(mild|moderate|severe|slight|marked|significant|exquisite|diffuse)ly\b/g, '$1');
  const own = `${isSubject ? '' : said} ${name}`.trim().replace(/'s$/, '');
  const subject = isSubject
    ? textOf(words)
    : conditionKinds.has(kind) && from === mention.from
      ? subjectOf(tokens, from)
      : '';
  const last = afterList(tokens, mention, mentions);
  const isTold = conditionKinds.has(kind) || examined.has(kind);
  const where = isTold ? circumstanceAndPlace(tokens, last) : { text: '', end: mention.to, place: '' };
  const none = { text: '', end: mention.to };
  const result = clause.isQuestion || !isTold ? none : outcomeAt(tokens, where.text === '' ? last : where.end, kind);
  const isNoun = name !== mention.said || beforeNoun.test(tokens[from - 1]?.text ?? '');
  const what = isNoun && plural.test(subject) ? inPlaces(own, subject) : `${subject} ${own}`.trim();
  const text = [what, where.text, result.text].filter((part) => part !== '').join(' ');
  const before = tokens.slice(from, mention.to);
  const places = [
    ...before.filter(belongsToPlace).map((token) => token.text),
    ...[subject, where.place, result.text].flatMap(placeWords),
  ];
  return {
    text: withoutOwner(text),
    place: places.length === 0 ? null : places.join(' '),
    hasResult: result.text !== '' || before.some(({ text: word }) => outcome.test(word)),
    endsInResult: result.text !== '',
    from,
    to: Math.max(mention.to, where.text === '' ? 0 : where.end, result.end),
  };
}

const beforeNoun = /^(?:an?|some|have|had|get|got|getting)$/;
const plural = /[^isu]s$|\b(?:feet|teeth)$/;

/** `My fingers are numb` is told as `numbness in the fingers`. */
function inPlaces(what: string, places: string): string {
  return places.startsWith('both ') ? `${what} in ${places}` : `${what} in the ${places}`;
}

function placeWords(text: string): string[] {
  return text.split(' ').filter((word) => word !== '' && belongsToPlace({ text: word }));
}

/** The first of the words before a term that belong to it: `acute exacerbation of your arthritis`. */
function qualifiedFrom(tokens: Clause['tokens'], { from }: Mention, mentions: readonly Mention[]): number {
  const taken = new Set(mentions.flatMap((other) => (other.to <= from ? [other.to - 1] : [])));
  const text = (at: number) => tokens[at]?.text ?? '';
  let start = from;
  while (start > 0 && from - start < longestLeft) {
    const before = start - 1;
    const token = tokens[before];
    if (token === undefined || taken.has(before)) break;
    if (qualifier.test(token.text) || narrows(token, tokens[start])) {
      start = before;
      continue;
    }
    const grade = /\d out of \d+$|\b\d plus$|\b(?:grade|type|stage) (?:\d|i+|one|two)$/.exec(
      textOf(tokens.slice(Math.max(0, start - 4), start)),
    )?.[0];
    if (grade !== undefined) {
      start -= grade.split(' ').length;
      continue;
    }
    const of = /^(?:the|your|my|his|her|this|that)$/.test(token.text) ? before - 1 : before;
    if (text(of) === 'of' && head.test(text(of - 1))) {
      start = of - 1;
      continue;
    }
    break;
  }
  return start;
}

/** `Little` narrows a finger, and not a pain. */
function narrows(token: Clause['tokens'][number], next: Clause['tokens'][number] | undefined): boolean {
  if (!belongsToPlace(token)) return false;
  return !everyday.test(token.text) || (next !== undefined && isPlace(next));
}

/** The part of the body that is the subject: `my lower back has been hurting`. */
function subjectOf(tokens: Clause['tokens'], from: number): string {
  let end = from;
  while (end > 0 && from - end < 6 && between.test(tokens[end - 1]?.text ?? '')) end -= 1;
  if (end === from) return '';
  let start = end;
  while (start > 0 && end - start < 5) {
    const token = tokens[start - 1];
    if (token === undefined || !belongsToPlace(token)) break;
    start -= 1;
  }
  const last = tokens[end - 1];
  if (start === end || last === undefined || !isPlace(last) || /^(?:side|both|left|right)$/.test(last.text)) return '';
  return textOf(tokens.slice(start, end));
}

/** The end of a list of terms that share what follows: `edema and some erythema of your right knee`. */
function afterList(tokens: Clause['tokens'], { to }: Mention, mentions: readonly Mention[]): number {
  let end = to;
  for (;;) {
    const joint = /^(?:(?:,|and|or|as well as) ?)+/.exec(`${textOf(tokens.slice(end, end + 4))} `)?.[0].trim();
    if (joint === undefined || joint === '') return end;
    const next = end + joint.split(' ').length;
    const other = mentions.find(
      ({ from }) =>
        from >= next &&
        tokens
          .slice(next, from)
          .every(({ text }) => qualifier.test(text) || /^(?:some|a|the|your|little|bit|of|,)$/.test(text)),
    );
    if (other === undefined) return end;
    end = other.to;
  }
}

function circumstanceAndPlace(
  tokens: Clause['tokens'],
  at: number,
): { readonly text: string; readonly end: number; readonly place: string } {
  const parts: string[] = [];
  let place = '';
  let end = at;
  for (let step = 0; step < 2; step += 1) {
    const how = circumstance.exec(textOf(tokens.slice(end, end + longestAfter)))?.[0];
    if (how !== undefined) {
      parts.push(how);
      end += how.split(' ').length;
      continue;
    }
    const until = placeAt(tokens, end);
    if (until === end) break;
    place = textOf(tokens.slice(end, until));
    parts.push(place);
    end = until;
  }
  return { text: parts.join(' '), end, place };
}

/** `of your right knee` is told as `of the right knee`. */
function withoutOwner(text: string): string {
  return text
    .replace(/\b(?:your|my|his|her|their)\b/g, 'the')
    .replace(/\ba little bit\b/g, 'a little')
    .replaceAll(' ,', ',');
}

function outcomeAt(
  tokens: Clause['tokens'],
  at: number,
  kind: FactKind,
): { readonly text: string; readonly end: number } {
  const text = (index: number) => tokens[index]?.text ?? '';
  let index = at;
  // `Tinel's negative bilaterally`
  const isBare = examined.has(kind) && outcome.test(text(index));
  if (!isBare && !copula.test(text(index))) return { text: '', end: at };
  const said: string[] = text(index).endsWith("n't") ? ['not'] : [];
  if (!isBare) index += 1;
  if (/^(?:not|no longer)$/.test(text(index))) {
    said.push('not');
    index += 1;
  }
  const start = index;
  while (index - start < 5 && filler.test(text(index))) index += 1;
  const isOutcome = examined.has(kind) ? outcome : course;
  if (textOf(tokens.slice(index, index + 3)) === 'within normal limits') index += 2;
  else if (textOf(tokens.slice(index, index + 2)) === 'under control') index += 1;
  else if (/^\d out of \d$/.test(textOf(tokens.slice(index, index + 4)))) index += 3;
  else if (!isOutcome.test(text(index))) return { text: '', end: at };
  index += 1;
  while (/^(?:and|but|,)$/.test(text(index)) && isOutcome.test(text(index + 1))) index += 2;
  said.push(withoutFillers(textOf(tokens.slice(start, index))));
  const limit = measured.exec(textOf(tokens.slice(index, index + 6)))?.[0];
  if (limit !== undefined) {
    said.push(limit);
    index += limit.split(' ').length;
  }
  const { text: where, end } = circumstanceAndPlace(tokens, index);
  return { text: [...said, where].filter((part) => part !== '').join(' '), end };
}

function withoutFillers(text: string): string {
  return text.replace(
    /^(?:(?:an?(?! (?:little|bit|lot))|still|also|really|now|today|just|to|be|here|back|all|pretty|quite) )+/,
    '',
  );
}
