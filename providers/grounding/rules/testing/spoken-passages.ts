import type { Passage } from 'chronoscribe/kinds/grounding';

const speakers = [
  { label: 'Speaker 1', role: 'clinician' },
  { label: 'Speaker 2', role: 'patient' },
] as const;

/** The turns of a line, `turn | turn`: of clinician and patient in turns, the patient first after `p:`; dictated ones have no speaker. */
export function spokenPassages(said: string): Passage[] {
  const isDictated = said.startsWith('dictated: ');
  const first = said.startsWith('p: ') ? 1 : 0;
  return said
    .replace(/^(?:dictated|p): /, '')
    .split(' | ')
    .map((text, at) => ({ id: `s${at + 1}`, text, speaker: isDictated ? null : (speakers[(at + first) % 2] ?? null) }));
}
