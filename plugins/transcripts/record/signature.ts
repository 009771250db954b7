import { z } from 'zod';

/** Who did something, and when. */
const deed = {
  by: z.string().describe('The name or id of the key'),
  at: z.int().describe('Milliseconds since 1970'),
};
export type Deed = Readonly<z.output<z.ZodObject<typeof deed>>>;

export const Signature = z.object({
  ...deed,
  version: z.int().describe('The version that was signed'),
  acknowledged: z.array(z.string()).readonly().describe('The warnings that the signer accepted'),
  // A signature of an earlier version lacks it, and its hash is without it.
  unmentioned: z
    .int()
    .exactOptional()
    .describe('How many entries of `coverage.unmentioned` stayed out of the note that was signed'),
  sha256: z.string().describe('Over what was signed, see docs/records.md; in hex'),
});
export type Signature = Readonly<z.output<typeof Signature>>;

/** What was done to a record beside changing it. */
export const Signing = z.object({
  signature: Signature.nullable().describe('Null for a draft'),
  addenda: z
    .array(
      z.object({
        id: z.string().describe('a1, a2, … in order'),
        text: z.string().describe('What was added after the note was signed'),
        ...deed,
        sha256: z.string().describe('Over the addendum and the hash of the signature or addendum before it; in hex'),
      }),
    )
    .readonly()
    .describe('Added since the note was signed for the first time'),
  reopenings: z
    .array(
      z.object({
        ...deed,
        reason: z.string().describe('Why a signed note was to be changed'),
        signature: Signature.describe('What had been signed'),
      }),
    )
    .readonly()
    .describe('When a signed note became a draft again'),
});
export type Signing = Readonly<z.output<typeof Signing>>;

/** Of a record that was never signed. */
export const unsigned: Signing = { signature: null, addenda: [], reopenings: [] };
