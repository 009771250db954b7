import { expect, test } from 'vitest';
import { createCoalescingRunner } from './periodic.ts';

/** A runner whose runs end when `next` is called. */
function manualRunner() {
  const ends: PromiseWithResolvers<void>[] = [];
  const errors: unknown[] = [];
  const runner = createCoalescingRunner(
    () => {
      const end = Promise.withResolvers<void>();
      ends.push(end);
      return end.promise;
    },
    (thrown) => errors.push(thrown),
  );
  return { runner, errors, started: () => ends.length, end: (run: number) => ends[run]?.resolve(), ends };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('requests during a run share one run after it', async () => {
  const { runner, started, end } = manualRunner();
  const first = runner.request();
  const others = [runner.request(), runner.request(), runner.request()];
  expect(started()).toBe(1);
  end(0);
  await first;
  await settle();
  expect(started()).toBe(2);
  end(1);
  await Promise.all(others);
  await settle();
  expect(started()).toBe(2);
});

test('a request resolves with the run that started after it, not with the one before', async () => {
  const { runner, end, started } = manualRunner();
  void runner.request();
  let isDone = false;
  const second = runner.request().then(() => {
    isDone = true;
  });
  end(0);
  await settle();
  expect({ isDone, started: started() }).toEqual({ isDone: false, started: 2 });
  end(1);
  await second;
});

test('an error is reported, and the next request runs', async () => {
  const { runner, ends, errors, end } = manualRunner();
  const failing = runner.request();
  ends[0]?.reject(new Error('away'));
  await failing;
  expect(errors).toEqual([new Error('away')]);
  const next = runner.request();
  end(1);
  await next;
});

test('a stopped runner ends its run, starts no other, and leaves nobody waiting', async () => {
  const { runner, started, end } = manualRunner();
  void runner.request();
  const requested = runner.request();
  const stopped = runner.stop();
  end(0);
  await Promise.all([stopped, requested, runner.request()]);
  expect(started()).toBe(1);
});
