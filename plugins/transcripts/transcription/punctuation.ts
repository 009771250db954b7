import { Problem } from 'chronoscribe';
import { isUnpunctuated, type PunctuateOptions, type Punctuator } from 'chronoscribe/kinds/punctuator';
import type { Segment } from '../kind.ts';
import { withSegmentText } from '../record/word-times.ts';

export interface PunctuatedSegments {
  readonly segments: readonly Segment[];
  readonly warnings: readonly string[];
}

/**
 * Punctuates segments if they lack punctuation and the punctuator can do it. Where it fails they stay as they are, with
 * a warning, since a transcript without marks is better than none.
 */
export async function withPunctuation(
  punctuator: Punctuator,
  segments: readonly Segment[],
  options: PunctuateOptions,
): Promise<PunctuatedSegments> {
  if (!isUnpunctuated(segments.map(({ text }) => text))) return { segments, warnings: [] };
  try {
    const texts = await punctuator.punctuate(segments, options);
    const punctuated = segments.map((segment, at) => withSegmentText(segment, texts?.[at] ?? segment.text));
    return { segments: punctuated, warnings: [] };
  } catch (thrown) {
    options.signal.throwIfAborted();
    if (!(thrown instanceof Problem)) throw thrown;
    return { segments, warnings: [`The transcript has no punctuation, and none could be added: ${thrown.detail}`] };
  }
}
