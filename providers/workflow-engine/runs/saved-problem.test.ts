import { Problem } from 'chronoscribe';
import { describe, expect, it } from 'vitest';
import { parseSavedProblem, StepFailure } from './documents.ts';

describe('the failure of a step', () => {
  it('is saved as its whole problem', () => {
    const problem = new Problem('page-missing', {
      status: 422,
      detail: 'A page is missing.',
      errors: [{ in: 'body', path: ['files', 1], detail: 'Page 3 is missing.', type: 'page_missing' }],
      retryAfter: 1.5,
      members: { pages: [3] },
    });
    expect(parseSavedProblem(new StepFailure(problem).message)).toEqual(problem.toJSON());
  });

  it('is saved without its cause and without a stack', () => {
    const failure = new StepFailure(Problem.of(new Error('Mrs Lovelace')));
    expect(failure.message).not.toContain('Lovelace');
    expect(failure.stack).toBeUndefined();
    expect(failure.cause).toBeUndefined();
  });

  it('is internal if any other message was saved', () => {
    for (const message of ['Failed to load the run', '{"code":"no-status"}', 'null', '']) {
      expect(parseSavedProblem(message)).toMatchObject({ code: 'internal', status: 500 });
    }
  });
});
