import { defineProvider } from 'chronoscribe';
import { Diarizer } from 'chronoscribe/kinds/diarizer';
import { z } from 'zod';

/** Tells no voices apart, without a warning: for dictations, or where only the transcriber's own speakers are wanted. */
export default defineProvider({
  kind: Diarizer,
  name: 'none',
  config: z.strictObject({}),
  create: () => ({
    async diarize(_recording, { signal }) {
      signal.throwIfAborted();
      return [];
    },
  }),
});
