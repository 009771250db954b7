import { Problem } from '../api/problem.ts';

const code = 'clock-not-found';

/** The problem of a clock that does not exist, or not any more, or is another account's. */
export function clockNotFound(): Problem {
  return new Problem(code, {
    status: 404,
    detail:
      'There is no clock with this id. It may have been deleted, or not used for longer than its ttl. GET /v1/clocks lists those there are.',
  });
}

export const isClockNotFound = (thrown: unknown): boolean => thrown instanceof Problem && thrown.code === code;
