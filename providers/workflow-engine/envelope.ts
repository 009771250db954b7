import { z } from 'zod';

/** How a run is handed to the library that works on it, which hands a workflow nothing else of ours. */
export const envelope = z.object({ account: z.string(), input: z.unknown() });
