import type { Checkpoint } from 'chronoscribe/types';

/** Checkpoints in memory, as JSON, with the keys of those that were made and of those that were there. */
export function checkpointsInMemory() {
  const saved = new Map<string, string>();
  const made: string[] = [];
  const checkpoint: Checkpoint = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const kept = saved.get(key);
    if (kept !== undefined) return JSON.parse(kept) as T;
    const result = await work();
    made.push(key);
    saved.set(key, JSON.stringify(result));
    return result;
  };
  return { checkpoint, made, saved };
}
