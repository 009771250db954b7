import { z } from 'zod';

/** How JSON is saved. */
export interface Encoding {
  encode(json: unknown): unknown;
  decode(saved: unknown): unknown;
}

/** The result of a step that was not the result of its first attempt. */
const Repeated = z.strictObject({ 'chronoscribe/attempt': z.int(), result: z.unknown() });

/** The result of a step as it is saved, with the number of its attempt. */
export function encodeResult({ encode }: Encoding, result: unknown, attempt: number): unknown {
  const encoded = encode(result) ?? null;
  return attempt === 1
    ? encoded
    : ({ 'chronoscribe/attempt': attempt, result: encoded } satisfies z.input<typeof Repeated>);
}

export function decodeResult(
  { decode }: Encoding,
  saved: unknown,
): { readonly result: unknown; readonly attempt: number } {
  const repeated = Repeated.safeParse(saved).data;
  if (repeated === undefined) return { result: decode(saved), attempt: 1 };
  return { result: decode(repeated.result) ?? null, attempt: repeated['chronoscribe/attempt'] };
}
