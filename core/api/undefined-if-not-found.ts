import { Problem } from './problem.ts';

/** What was asked for; undefined where there is none any more. Other failures are passed on. */
export async function undefinedIfNotFound<Found>(asked: Promise<Found>): Promise<Found | undefined> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'not-found') return undefined;
    throw thrown;
  }
}
