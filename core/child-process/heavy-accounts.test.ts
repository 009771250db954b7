import { expect, test } from 'vitest';
import { heavyAccounts } from './heavy-accounts.ts';

function watch() {
  let now = 0;
  const { begin } = heavyAccounts(() => now);
  const pass = (ms: number): void => {
    now += ms;
  };
  /** Jobs of the account, one after another. @returns which of them were heavy */
  const jobs = (account: string, count: number): readonly boolean[] =>
    Array.from({ length: count }, () => {
      using turn = begin(account);
      pass(100);
      return turn.isHeavy;
    });
  return { begin, pass, jobs };
}

test('the second job that an account has at a time goes behind those of others', () => {
  const { begin } = watch();
  using clinic = begin('clinic');
  using first = begin('import');
  using second = begin('import');
  expect([clinic.isHeavy, first.isHeavy, second.isHeavy]).toEqual([false, false, true]);
});

test('an account alone is never behind', () => {
  const { begin, jobs } = watch();
  using first = begin('one');
  using second = begin('one');
  expect([first.isHeavy, second.isHeavy, ...jobs('one', 50)]).not.toContain(true);
});

test('whoever waits for each job is never behind, however many there are', () => {
  const { jobs } = watch();
  jobs('other', 1);
  expect(jobs('clinic', 100)).not.toContain(true);
});

test('an account that had several jobs at a time stays behind until it has paused', () => {
  const { begin, pass, jobs } = watch();
  jobs('clinic', 1);
  const many = Array.from({ length: 4 }, () => begin('import'));
  pass(2_000);
  for (const each of many) each[Symbol.dispose]();
  expect(jobs('import', 1)).toEqual([true]);
  pass(5_000);
  expect(jobs('import', 1)).toEqual([false]);
});

test('an account that asks for nothing is not let go first', () => {
  const { begin, pass, jobs } = watch();
  jobs('clinic', 1);
  pass(61_000);
  using _first = begin('import');
  using second = begin('import');
  expect(second.isHeavy).toBe(false);
});
