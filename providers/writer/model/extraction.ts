import { oneLine, parseJson } from 'chronoscribe/host';
import { type Assertion, assertions, type Fact, factKinds, holders, isRequired } from 'chronoscribe/kinds/grounding';
import type { Assignment, DraftOptions } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { evidenceSchema } from './answer.ts';
import { askModel } from './asking.ts';
import { chunkSource, type SourceItem } from './chunking.ts';
import { ContextExceeded, type Model } from './model.ts';
import { requestAbout } from './request.ts';

/** Of one chunk. */
const maxFacts = 80;

const extracted = z.object({
  kind: z.enum(factKinds),
  assertion: z.enum(assertions),
  of: z.enum(holders),
  text: z.string().trim().min(1),
  evidence: z.array(z.string()),
});
type Extracted = z.output<typeof extracted>;

const example = JSON.stringify({
  facts: [{ kind: 'symptom', assertion: 'absent', of: 'patient', text: 'a symptom', evidence: ['s2', 's3'] }],
});

/** The facts to write from, and where rules and model read the source differently. */
export interface JoinedFacts {
  readonly facts: readonly Fact[];
  /** A sentence for the clinician for each. */
  readonly disagreements: readonly string[];
}

/**
 * Asks a model for the facts of a source, chunk by chunk, and joins them with those of the rules. What is no list of
 * facts is none: those of the rules stay, and each sentence is checked anyway.
 *
 * @param room tokens for the source in a request
 * @throws what `model.ask` throws
 */
export async function joinedFacts(
  model: Model,
  { facts }: Assignment,
  { source, room }: { readonly source: readonly SourceItem[]; readonly room: number },
  options: DraftOptions,
): Promise<JoinedFacts> {
  const found: Extracted[] = [];
  const parts = chunkSource(source, room);
  for (const [index, part] of parts.entries()) {
    found.push(...(await factsOfChunk(model, part, options)));
    options.progress((index + 1) / parts.length);
  }
  const added: Fact[] = [];
  const disagreements: string[] = [];
  for (const each of found) {
    const same = facts.filter((fact) => isSameThing(fact, each));
    const { kind, assertion, of, text, evidence } = each;
    if (same.length === 0) {
      const unread = { term: text.toLowerCase(), value: null, unit: null, parts: {} };
      added.push({ id: `m${added.length + 1}`, kind, assertion, of, text, evidence, ...unread });
    } else if (!same.some((fact) => fact.of === of && stateOf[fact.assertion] === stateOf[assertion])) {
      const [fact] = same;
      if (fact !== undefined && (isRequired(fact) || isRequired(each)))
        disagreements.push(disagreement(model, fact, each));
    }
  }
  return { facts: [...facts, ...added], disagreements: [...new Set(disagreements)] };
}

async function factsOfChunk(model: Model, part: readonly SourceItem[], options: DraftOptions): Promise<Extracted[]> {
  const ids = new Map(part.map(({ label, id }) => [label, id]));
  const asked = extracted.extend({ evidence: evidenceSchema([...ids.keys()]) });
  const schema = z.toJSONSchema(z.object({ facts: z.array(asked).max(maxFacts) }));
  const request = requestAbout(model.prompts.extract({ example }), part, [], schema);
  const answer = await askModel(model, request, options).catch((thrown: unknown) => {
    // A list without an end. Those of the rules are enough to write from.
    if (thrown instanceof ContextExceeded) return '';
    throw thrown;
  });
  const listed = z.object({ facts: z.array(z.unknown()) }).safeParse(parseJson(answer)).data?.facts ?? [];
  return listed.flatMap((each): Extracted[] => {
    const fact = extracted.safeParse(each).data;
    const evidence = [...new Set(fact?.evidence.flatMap((label) => ids.get(label) ?? []))];
    return fact === undefined || evidence.length === 0 ? [] : [{ ...fact, text: oneLine(fact.text), evidence }];
  });
}

/** Whether a fact of the rules is of the thing that the model names, at the same place. */
function isSameThing({ kind, term, text, evidence }: Fact, named: Extracted): boolean {
  const words = wordsOf(named.text);
  const isNamed = [term, text].some((name) => {
    const own = [...wordsOf(name)];
    return own.length > 0 && own.every((word) => words.has(word));
  });
  return kind === named.kind && isNamed && evidence.some((id) => named.evidence.includes(id));
}

/** Words by their beginnings, and numbers. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.toLowerCase().matchAll(/\p{L}{3,}|\d+/gu), ([word]) => word.slice(0, 6)));
}

/** Assertions that do not contradict each other have one value. */
const stateOf: Readonly<Record<Assertion, 'is' | 'was' | 'is not'>> = {
  present: 'is',
  possible: 'is',
  conditional: 'is',
  planned: 'is',
  historical: 'was',
  stopped: 'was',
  absent: 'is not',
  declined: 'is not',
};

function disagreement({ name }: Model, fact: Fact, { assertion, of, evidence }: Extracted): string {
  const whose = (holder: Fact['of']) => (fact.of === of || holder === 'patient' ? '' : ` (of a ${holder})`);
  const read = `${fact.assertion}${whose(fact.of)} by the rules, ${assertion}${whose(of)} by the model "${name}"`;
  const places = [...new Set([...fact.evidence, ...evidence])].join(', ');
  return `Rules and model read the source differently: ${fact.text} is ${read} (${places}).`;
}
