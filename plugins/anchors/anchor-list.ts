import { EncodedJson } from 'chronoscribe';
import { formatInstant, InstantText } from 'chronoscribe/kinds/clock';
import { z } from 'zod';
import type { Anchor } from './kind.ts';

export const Locked = z
  .boolean()
  .meta({ description: 'Whether altering events at that instant is an error, not just a warning' });

export const AnchorId = z
  .string()
  .meta({ description: 'Names the anchor', examples: ['anc_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66'] });

const ShownAnchor = z.object({
  anchor_id: AnchorId,
  timestamp: InstantText,
  description: z.string().meta({ description: 'What the anchor is for' }),
  locked: Locked,
});
type ShownAnchor = z.output<typeof ShownAnchor>;

export const AnchorList = z.object({
  anchors: z.array(ShownAnchor).meta({ description: 'In order of creation' }),
  next_cursor: z.string().optional().meta({ description: 'Absent on the last page' }),
});

export function shownAnchor({ timestamp, anchor_id, description, locked }: Anchor): ShownAnchor {
  return { anchor_id, timestamp: formatInstant(timestamp), description, locked };
}

/** A longer list is encoded each time, so that the encoded ones take little memory. */
const longestEncoded = 100;

const encoded = new WeakMap<readonly Anchor[], EncodedJson>();

/** The answer with all anchors of an account: a list that is given again, as those in memory are, is encoded once. */
export function answerOf(list: readonly Anchor[]): EncodedJson | z.output<typeof AnchorList> {
  const known = encoded.get(list);
  if (known !== undefined) return known;
  const answer = { anchors: list.map(shownAnchor) };
  if (list.length > longestEncoded) return answer;
  const made = new EncodedJson(AnchorList.parse(answer));
  encoded.set(list, made);
  return made;
}
