import { Problem } from 'chronoscribe';
import { describe, expect, it } from 'vitest';
import { keptProblem, StepFailure } from './failure.ts';

describe('the failure of a step', () => {
  it('is kept as its whole problem', () => {
    const problem = new Problem('page-missing', {
      status: 422,
      detail: 'A page is missing.',
      errors: [{ in: 'body', path: ['files', 1], detail: 'Page 3 is missing.', type: 'page_missing' }],
      retryAfter: 1.5,
      members: { pages: [3] },
    });
    expect(keptProblem(new StepFailure(problem).message)).toEqual(problem.toJSON());
  });

  it('is kept without its cause and without a stack', () => {
    const failure = new StepFailure(Problem.of(new Error('Mrs Lovelace')));
    expect(failure.message).not.toContain('Lovelace');
    expect(failure.stack).toBeUndefined();
    expect(failure.cause).toBeUndefined();
  });

  it('is internal where anything else was kept', () => {
    for (const message of ['Failed to load the run', '{"code":"no-status"}', 'null', '']) {
      expect(keptProblem(message)).toMatchObject({ code: 'internal', status: 500 });
    }
  });
});
