import { rememberedFor } from '../../language/remembered.ts';
import type { Clause } from './clauses.ts';
import { textOf } from './mentions.ts';

/** What is said against something by its name, up to the name; `leave` may as well mean that it stays. */
const dropped = /no|not|without|forget|drop|scrap|skip|cancel|won't|will not|instead of|rather than|leave/.source;
/** `Do not stop the tramadol`, `if you run out of the tramadol`, `not only the tramadol` */
const keeping = /(?:stop\p{L}*|miss|forget|skip|if|when|out|because|with|more|less|only|just)\b/u.source;

/** The clauses that speak against a name, in order: a name is looked for once in a source, however often it is decided on. */
const againstIn = rememberedFor((clauses: readonly Clause[]) => {
  const known = new Map<string, readonly Clause[]>();
  const speaking = clauses
    .filter(({ isQuestion }) => !isQuestion)
    .map((clause) => ({ clause, text: textOf(clause.tokens) }))
    .filter(({ text }) => mayDrop.test(text));
  return (name: string): readonly Clause[] => {
    const found = known.get(name) ?? clausesAgainst(speaking, name);
    known.set(name, found);
    return found;
  };
});

/** What any name is spoken against with. */
const mayDrop = new RegExp(`\\b(?:${dropped}|out)\\b`, 'u');

function clausesAgainst(
  speaking: readonly { readonly clause: Clause; readonly text: string }[],
  name: string,
): readonly Clause[] {
  const named = name.replace(/[^\p{L}\p{N}]/gu, '.');
  const pattern = new RegExp(
    `\\b(?:${dropped})(?: (?!${keeping})\\p{L}+){0,3} ${named}(?! (?:as|at|where|alone|there|that)\\b)|${named}(?:'s| is) out\\b`,
    'u',
  );
  return speaking.filter(({ text }) => pattern.test(text)).map(({ clause }) => clause);
}

/**
 * What the same speaker says later against what was decided, by its name; undefined if nothing is.
 *
 * @example `Take the tramadol at night.` – later: `Oh, leave the tramadol.`
 */
export function takenBackBy(clauses: readonly Clause[], own: Clause, name: string): readonly Clause[] | undefined {
  const later = againstIn(clauses)(name).findLast(({ turn, speaker }) => turn > own.turn && speaker === own.speaker);
  const refusal = own.role === 'clinician' ? clauses.findLast((each) => refusesByName(each, own, name)) : undefined;
  const last = later ?? refusal;
  return last && [last];
}

/** `Actually, I don't think I want the gabapentin.` */
function refusesByName({ turn, role, isQuestion, tokens }: Clause, own: Clause, name: string): boolean {
  if (turn <= own.turn + 1 || role !== 'patient' || isQuestion) return false;
  const text = textOf(tokens);
  const at = text.indexOf(name);
  return at > 0 && unwanted.test(text.slice(0, at));
}

const unwanted =
  /(?:n't|\bnot|\bnever|\brather not)(?: \p{L}+){0,3} (?:want|like|fancy|need|start|try|take|have|do)(?: (?:to|be|on|start|try|take|have|do|the|that|this|any|more|your)){0,4} $/u;

/** Whether a clause surely takes back what the same speaker named before: `Scrap the tramadol.` */
export function takesBack(clauses: readonly Clause[], own: Clause, name: string): boolean {
  if (own.role === 'patient' || !againstIn(clauses)(name).includes(own) || mayStay.test(textOf(own.tokens)))
    return false;
  return clauses.some(
    ({ turn, speaker, tokens }) => turn < own.turn && speaker === own.speaker && textOf(tokens).includes(name),
  );
}

const mayStay = /\bleave\b/;
