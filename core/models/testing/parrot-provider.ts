import { z } from 'zod';
import { defineKind } from '../../api/kind.ts';
import { defineProvider } from '../../api/provider.ts';
import { packedParrot, parrot } from './parrot.ts';

const url = process.env.PARROT_URL ?? 'http://127.0.0.1:1/parrot';

/** A transcriber that knows two models, for tests of the command line. They come from `PARROT_URL`. */
export default defineProvider({
  kind: defineKind<object>('transcriber'),
  name: 'parrot',
  config: z.strictObject({}),
  models: [parrot(url), packedParrot(url, { name: 'parrot-packed' })],
  create: () => ({}),
});
