import type { Judged } from './credibility.ts';

/** So many places are named; who listens to these knows enough. */
const mostPlaces = 8;

/** What the clinician should know of a transcription, in sentences; never what was said. */
export function warningsOf({ invented, wordless }: Judged): readonly string[] {
  const warnings: string[] = [];
  if (invented.length > 0) {
    warnings.push(
      `${count(invented.length, 'passage')} of text left out because nobody seems to have said it: ` +
        `the recogniser invents text where there is little to hear. Listen at ${places(invented)}.`,
    );
  }
  if (wordless.length > 0) {
    warnings.push(
      `In ${count(wordless.length, 'passage')} somebody seems to speak, but no word was recognised. ` +
        `Listen at ${places(wordless)}.`,
    );
  }
  return warnings;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function places(passages: readonly { readonly startMs: number }[]): string {
  const named = [...new Set(passages.map(({ startMs }) => clock(startMs)))];
  const more = named.length - mostPlaces;
  return named.slice(0, mostPlaces).join(', ') + (more > 0 ? ` and ${more} more places` : '');
}

/** `00:03:21`. */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
}
