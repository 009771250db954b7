import type { Claim, Standing } from './claims.ts';
import type { ReadText } from './read-source.ts';
import { framing } from './telling.ts';

/** What a statement claims although its source says something else. */
export type ClaimDoubt = 'negation' | 'who' | 'declined' | 'stopped' | 'question';

/** A statement with one of these says itself that something was refused, has ended, or was asked. */
const saysSo: Readonly<Partial<Record<ClaimDoubt, RegExp>>> = {
  declined:
    /\b(?:declin\w*|refus\w*|not|no|against|offer\w*|discuss\w*|suggest\w*|recommend\w*|advis\w*|prefers?|defer\w*|pass|consider\w*|wishes|wants|hold|without|rather|counsel\w*|reluctan\w*|hesita\w*)\b|n't\b/i,
  stopped:
    /\b(?:stop\w*|discontinu\w*|quit\w*|former\w*|no|not|never|off|previous\w*|past|history|held|hold|r[au]n out|out of|complet\w*|finish\w*|used to|tried|ex|prior|wean\w*|cessation|ceas\w*|last|ago|remote|was|were|had|resolv\w*|gone)\b|n't\b/i,
  question: /\b(?:ask\w*|inquir\w*|wonder\w*|request\w*|unknown|unclear)\b/i,
};
const kin =
  /\b(?:family|familial|mother|father|mom|dad|brother|sister|uncle|aunt|grand\w+|cousin|maternal|paternal|relatives?)\b/i;
/** How many claims before and after one tell what it is about. */
const reach = 4;
/** Words that a place must share with a statement for one word to count alone. */
const leastAlike = 2;

/**
 * Lists what a statement claims although its source says only something else of the same words, or says something else
 * where it says more of the same.
 *
 * @param said claims of the passages that it cites
 * @param stated the statement as it is read
 */
export function claimDoubts(said: readonly Claim[], { claims: stated }: ReadText, statement: string): ClaimDoubt[] {
  const compare = comparison(said, stated, kin.test(statement));
  const doubts = new Set<ClaimDoubt>();
  for (const phrase of Map.groupBy(stated, ({ clause, item }) => `${clause}.${item}`).values()) {
    const compared = phrase.flatMap((claim) => compare(claim) ?? []);
    const named = compared.filter(({ claim }) => !framing.has(claim.word));
    const telling = named.length > 0 ? named : compared;
    // A word that nothing binds to its place is no evidence beside others.
    const isBound = ({ claim, alike }: Compared) =>
      telling.length === 1 || isDeciding(claim) || claim.kind !== null || alike >= leastAlike;
    const against = telling.filter(
      (each) => each.doubt !== undefined && isBound(each) && saysSo[each.doubt]?.test(statement) !== true,
    );
    for (const { claim, doubt } of against) {
      if (doubt === undefined) continue;
      const isMost = doubt === 'question' ? against.length === telling.length : against.length > telling.length / 2;
      if (isMost || (doubt === 'negation' && !framing.has(claim.word))) doubts.add(doubt);
    }
  }
  return [...doubts];
}

interface Compared {
  readonly claim: Claim;
  /** Undefined if the source bears it out. */
  readonly doubt: ClaimDoubt | undefined;
  /** How many words around the place that speaks against it are those of the statement. */
  readonly alike: number;
}

/** Builds a function that compares a claim with the place that says most of the same; undefined if there is none. */
function comparison(
  said: readonly Claim[],
  stated: readonly Claim[],
  isOfFamily: boolean,
): (claim: Claim) => Compared | undefined {
  const byWord = Map.groupBy(said, ({ word }) => word);
  const byClause = new Map([said, stated].map((all) => [all, Map.groupBy(all, ({ clause }) => clause)]));
  const around = (all: readonly Claim[], claim: Claim): ReadonlySet<string> => {
    const whole = byClause.get(all)?.get(claim.clause) ?? [];
    const isAlike = ({ standing }: Claim) =>
      standing === 'open' || (standing === 'absent') === (claim.standing === 'absent');
    // In `no edema, swelling of the hands` the hands say nothing of the edema; a judgement is said of all.
    const clause = all === said || claim.word.startsWith('~') ? whole : whole.filter(isAlike);
    const at = clause.indexOf(claim);
    return new Set(clause.slice(Math.max(0, at - reach), at + reach + 1).map(({ word }) => word));
  };
  return (claim) => {
    const places = byWord.get(claim.word) ?? [];
    if (places.length === 0 || claim.standing === 'open') return undefined;
    const own = around(stated, claim);
    let best: Compared = { claim, doubt: undefined, alike: 0 };
    for (const place of places) {
      const doubt = doubtOf(place, claim, isOfFamily);
      if (doubt === 'nothing') continue;
      // A decision counts more than what was said before it, and what was left open less than anything.
      const weight = doubt === 'declined' && place.kind !== null ? 0.5 : place.standing === 'open' ? -0.5 : 0;
      const alike =
        weight +
        around(said, place)
          .values()
          .filter((word) => own.has(word))
          .toArray().length;
      if (alike > best.alike || (alike === best.alike && doubt === undefined)) best = { claim, doubt, alike };
    }
    return best;
  };
}

const deciding: ReadonlySet<Claim['kind']> = new Set([
  'symptom',
  'problem',
  'finding',
  'safety',
  'allergy',
  'medication',
  null,
]);

function isDeciding({ isWhole, kind }: Claim): boolean {
  return isWhole && deciding.has(kind);
}

/** Kinds of which it matters whether they go on. */
const isTaken = (kind: Claim['kind']) => kind === null || kind === 'medication' || kind === 'social';

/** What a place says against a claim; undefined if it bears it out, `nothing` if it says neither. */
function doubtOf(
  { standing: said, kind }: Claim,
  { standing: stated, word }: Claim,
  isOfFamily: boolean,
): ClaimDoubt | 'nothing' | undefined {
  if (word.startsWith('~') && said === 'open') return 'nothing';
  switch (stated) {
    case 'present':
    case 'possible':
      if (said === 'historical') return isTaken(kind) ? 'stopped' : undefined;
      return contraries[said];
    case 'historical':
      if (said === 'present' && kind === 'medication') return 'negation';
      return said === 'absent' && isTaken(kind) ? undefined : contraries[said];
    case 'absent':
      if (said === 'historical')
        return kind === 'procedure' || kind === 'order' || kind === 'history' ? 'negation' : 'nothing';
      if (said === 'family') return isOfFamily ? 'negation' : 'nothing';
      if (said === 'possible') return 'nothing';
      return said === 'present' ? 'negation' : said === 'asked' ? 'question' : undefined;
    case 'declined':
      return said === 'present' ? 'negation' : undefined;
    case 'family':
      return said === 'absent' ? 'negation' : said === 'asked' ? 'question' : undefined;
    case 'asked':
    case 'open':
      return undefined;
    default:
      return stated satisfies never;
  }
}

/** Against something that a statement affirms. */
const contraries: Readonly<Partial<Record<Standing, ClaimDoubt>>> = {
  absent: 'negation',
  family: 'who',
  declined: 'declined',
  asked: 'question',
};
