import { z } from 'zod';

/**
 * - `draft`: may be changed
 * - `signed`: can no longer be changed
 * - `amended`: signed, and has an addendum, or was opened again and signed anew
 */
export const RecordStatus = z.enum(['draft', 'signed', 'amended']);
export type RecordStatus = z.output<typeof RecordStatus>;
