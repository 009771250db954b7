import { isAssent } from '../dialogue/small-talk.ts';
import type { Clause } from './clauses.ts';
import { textOf } from './mentions.ts';
import type { ReadAssertion, Reading } from './reading.ts';

/** In words: who says more than this goes on to something else. */
const longest = 16;
/** `Okay, leave it at 10`, `fine, we'll keep it`: it stays as it was. */
const keeps =
  /(?<!\p{L})(?:keep|leave|stay|stick|continue|remain|go on|carry on|as (?:it|you|they) (?:is|are)|as before|no changes?|the same|half|0\.5|less|lower|lassen|belassen|bleib\p{L}*|behalten|weiter\p{L}*|hälfte)(?!\p{L})/u;
const concedes =
  /^(?:(?:,|well|oh|i see|no) )*(?:okay|ok|fine|all ?right|alright|good point|fair (?:enough|point)|sure|understood|right|no problem|in that case|then|let's|we'll|i'll|gut|also gut|na gut|in ordnung|dann|einverstanden)(?!\p{L})/u;
const refused: ReadonlySet<ReadAssertion> = new Set(['absent', 'declined', 'historical']);

/**
 * The clauses of what the patient says against a decision, and of what the clinician then says in place of it; undefined
 * where nothing takes its place. `Let's stop it. – Please don't. – Okay, keep it.`: only the whole exchange tells.
 *
 * @param same later readings of the same name
 */
export function settledBy(
  turns: ReadonlyMap<number, readonly Clause[]>,
  own: Clause,
  reading: Reading,
  same: readonly Reading[],
): readonly Clause[] | undefined {
  if (own.isQuestion || own.role === 'patient' || own.speaker === null) return undefined;
  const [reply = [], last = []] = [turns.get(own.turn + 1), turns.get(own.turn + 2)];
  if (reply[0] === undefined || reply[0].speaker === own.speaker || last[0]?.speaker !== own.speaker) return undefined;
  if (last.some(({ isQuestion }) => isQuestion)) return undefined;
  const [said, settled] = [reply, last].map(wordsOf);
  if (said === undefined || settled === undefined || isAssent(said)) return undefined;
  const isRefused = refused.has(reading.assertion);
  const isTurned = isRefused && same.some((each) => each.assertion === 'present' || each.assertion === 'possible');
  const isKept = settled.split(' ').length <= longest && concedes.test(settled) && keeps.test(settled);
  return isTurned || isKept ? [...reply, ...last] : undefined;
}

function wordsOf(turn: readonly Clause[]): string {
  return turn.map(({ tokens }) => textOf(tokens)).join(' , ');
}
