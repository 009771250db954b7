import { createClock } from '@sinonjs/fake-timers';
import { definePlugin, Store } from 'chronoscribe';
import { singleHostCluster } from 'chronoscribe/concurrency';
import { silentLog, testHost } from 'chronoscribe/testing';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openClocks } from '../../plugins/time-flow/clock.ts';
import { endOfTime, startOfTime } from '../../plugins/time-flow/notations.ts';

const day = 86_400_000;

/** `tick` lets real time pass; the others are what a caller can do. Times in milliseconds. */
type Step =
  | { readonly type: 'travel'; readonly instant: number }
  | { readonly type: 'fastForward' | 'rewind' | 'tick'; readonly duration: number }
  | { readonly type: 'pause' | 'resume' };

const duration = fc.oneof(fc.nat(10), fc.nat(400 * day), fc.nat(endOfTime - startOfTime));
const script: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('travel' as const), instant: fc.integer({ min: startOfTime, max: endOfTime }) }),
    fc.record({ type: fc.constantFrom('fastForward' as const, 'rewind' as const, 'tick' as const), duration }),
    fc.record({ type: fc.constantFrom('pause' as const, 'resume' as const) }),
  ),
  { maxLength: 20 },
);

async function hostedStore(): Promise<Store> {
  const borrowed = Promise.withResolvers<Store>();
  const borrower = definePlugin({
    name: 'store-borrower',
    auth: 'time',
    needs: { store: Store },
    start({ needs }) {
      borrowed.resolve(needs.store);
      return {};
    },
    routes: () => [],
  });
  const host = await testHost({ plugins: [borrower] });
  onTestFinished(() => host.stop());
  return borrowed.promise;
}

test('the clock of the service and a fake-timers clock that are told the same show the same time', async () => {
  const store = await hostedStore();
  let accounts = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(100 * 365 * day), script, async (start, steps) => {
      accounts += 1;
      const account = `account-${accounts}`;
      let wall = start;
      let state = 'running';
      const service = await openClocks(store, { ...singleHostCluster(silentLog), now: () => wall });
      const fake = createClock(start);

      const pass = (duration: number) => {
        // As the adapter does: else fake-timers miscounts nanoseconds in long ticks, and is a millisecond fast after
        // some.
        fake.setSystemTime(fake.now);
        fake.tick(duration);
      };
      const refused = (move: Promise<unknown>) => expect(move).rejects.toMatchObject({ code: 'time-out-of-range' });

      async function take(step: Step): Promise<unknown> {
        switch (step.type) {
          case 'tick':
            wall += step.duration;
            // Where time ends, the service's clock stands still.
            if (state === 'running') pass(Math.min(step.duration, endOfTime - fake.now));
            return undefined;
          case 'pause':
            state = 'paused';
            return service.pause({ account });
          case 'resume':
            state = 'running';
            return service.resume({ account });
          case 'travel':
            fake.setSystemTime(step.instant);
            return service.moveTo({ account }, step.instant, { location: 'Berlin' });
          case 'fastForward': {
            const move = service.fastForward({ account }, step.duration);
            if (fake.now + step.duration > endOfTime) return refused(move);
            pass(step.duration);
            return move;
          }
          case 'rewind': {
            const move = service.rewind({ account }, step.duration);
            if (fake.now - step.duration < startOfTime) return refused(move);
            fake.setSystemTime(fake.now - step.duration);
            return move;
          }
        }
      }

      for (const step of steps) {
        await take(step);
        expect(await service.read({ account })).toMatchObject({ now: fake.now, state });
      }
    }),
  );
});
