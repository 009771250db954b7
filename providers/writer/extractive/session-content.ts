import type { Fact } from 'chronoscribe/kinds/grounding';
import type { SectionContent } from 'chronoscribe/kinds/writer';
import { normalizeApostrophes, testAny } from './english/patterns.ts';
import type { RoutableContent } from './section-routing.ts';
import type { Sentence } from './sentences.ts';
import { concludes } from './speech-acts.ts';

/** Share of the visit in which the complaint is stated. */
const complaintEnds = 0.25;
/** Responses to an intervention come after this share of a session. */
const responseBegins = 0.4;

const complaint =
  /\b(?:came|come|coming|brings? (?:me|you)) in\b|\bhere (?:today |now )?(?:for|because|with|to)|presents?\b|complain|evaluation of|follow-up of/i;
const goals =
  /\bgoals?\b|\bi(?:'d| would)? (?:really |just )?(?:want|hope|wish|like|love) to\b|hoping to|get back to\b|\bso (?:that )?i can\b/i;
const behavior = testAny(
  /\byou(?:'re| are)? (?:seem|look|appear|sound)|tearful|\bcr(?:y|ied|ying)\b|affect\b|\bmood\b|eye contact|calm|agitat|restless|withdrawn/,
  /cooperative|anxi|\bsad\b|angry|upset|worr|panic|stress|overwhelm|hopeless|lonely|guilt|asham|\bfeel|\bfelt\b|sleep/,
);
const progress = testAny(
  /improv|progress|\b(?:better|worse)\b|since (?:your|my|our|the|we) last|last (?:time|session|visit|week)|\bable to\b|managed to/,
);
const intervention = testAny(
  /let's (?:practice|try|explore|look at|work|do|imagine|write)|\bi(?:'d like| would like| want) you to (?:notice|imagine|try|think|picture|breathe|close)/,
  /breath(?:e|ing)|mindful|grounding|relaxation|refram|cognitive|exposure|role-?play|journal|technique|\bskills?\b|coping/,
  /\b(?:it|that) sounds (?:like|really|very)|what i(?:'m| am) hearing|\bnotice (?:how|what|that|where)|makes sense that|\bpattern|evidence for/,
  /\b(?:today|so) we (?:worked|talked|practi[cs]ed|discussed|did)|adjust(?:ed|ing|ment)|mobili[sz]|manipulat|massage|traction|stretch/,
);
const response = testAny(
  /\bthat(?:'s| is| was)? (?:helps?|helped|helpful|makes sense|felt|feels|better|hard)|\bi (?:feel|felt|am feeling) (?:\w+ ){0,2}(?:better|calmer|lighter|relieved|good|less|more)/,
  /\bi(?:'ll| will| can| could) (?:try|do|work|give|practice|write)|never thought|you're right|willing to/,
);
/** Homework and what is said of the patient are no interventions. */
const forLater =
  /\b(?:homework|continue|until then|next (?:time|week|session|visit)|(?:each|every) \w+|(?:twice|times) a (?:day|week)|refer|schedule)\b|^you(?:'re|'ve| are| have| did| do| were| had| managed| seem| look| sound)\b/i;

/**
 * Refines the content of a sentence for outlines with the sections of a session: complaint, goals, behavior, intervention,
 * response and progress are no facts. Only contents that come first in some section are used.
 *
 * @param leading the contents that come first in a section of the outline
 */
export function sessionContent(
  { text: said, role, position, asked }: Sentence,
  facts: readonly Fact[],
  content: RoutableContent | null,
  leading: ReadonlySet<SectionContent>,
): RoutableContent | null {
  const text = normalizeApostrophes(said);
  const of = (...broad: readonly (RoutableContent | null)[]) => broad.includes(content);
  const isOwn = asked === null;
  if (leading.has('complaint') && of('history') && position <= complaintEnds && complaint.test(text))
    return 'complaint';
  if (leading.has('review-of-systems') && of('history') && !isOwn && facts.some(({ kind }) => kind === 'symptom'))
    return 'review-of-systems';
  const answers = role === 'patient' && isOwn && position >= responseBegins;
  if (leading.has('response') && answers && of('history', 'plan', null) && response.test(text)) return 'response';
  if (leading.has('goals') && of('history', 'plan') && goals.test(text)) return 'goals';
  const acts = role === 'clinician' && isOwn && !forLater.test(text);
  if (leading.has('intervention') && acts && !of('results', 'follow-up') && intervention.test(text))
    return 'intervention';
  if (leading.has('progress') && of('history', 'assessment') && progress.test(text)) return 'progress';
  const names = (kind: Fact['kind'], term?: string) =>
    facts.some((fact) => fact.kind === kind && (term === undefined || fact.term === term));
  // Found on palpation, or named as what the patient has: then it is a diagnosis, also where a code is for it.
  const isNamed = names('finding', 'subluxation') && concludes.test(text);
  if (leading.has('diagnoses') && (isNamed || (of('assessment') && names('problem')))) return 'diagnoses';
  return leading.has('behavior') && of('history', 'examination', null) && behavior.test(text) ? 'behavior' : content;
}
