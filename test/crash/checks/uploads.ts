import type { Ask } from '../deed.ts';
import { recordingsOf } from '../load/live.ts';
import { offsetOf } from '../load/uploads.ts';
import type { Practice } from '../practice.ts';
import { same } from './book.ts';

/** Every upload must have the bytes that were answered for, and no recording may be open but the booked. Throws a `Broken`. */
export async function checkUploads({ uploads }: Practice, ask: Ask): Promise<void> {
  const offsets = new Map<string, number | undefined>();
  for (const id of uploads.keys()) offsets.set(id, await offsetOf(ask, id));
  same('uploads', offsets, new Map([...uploads].map(([id, { bytes }]) => [id, bytes])));
  const recordings = [...uploads].filter(([, { of }]) => of === 'recording').map(([id]) => [id, ''] as const);
  same('recordings', new Map((await recordingsOf(ask)).map((id) => [id, ''])), new Map(recordings));
}
