import { describe, expect, test } from 'vitest';
import { serverClock } from './cluster.ts';

/** A machine whose monotonic clock a test moves, and a server that answers after a while. */
function machine() {
  let tick = 5_000;
  const clock = serverClock(() => tick);
  return {
    clock,
    pass(ms: number) {
      tick += ms;
    },
    /** Asks a server whose clock shows `serverMs` when it has the question. */
    ask(serverMs: number, { there = 1, back = 1 } = {}) {
      clock.note(serverMs, tick, tick + there + back);
      tick += there + back;
    },
  };
}

const hour = 3_600_000;

describe('the time of the server', () => {
  test('goes on by the clock of this machine', () => {
    const { clock, pass, ask } = machine();
    ask(1_000_000);
    expect(clock.now()).toBe(1_000_001);
    pass(60_000);
    expect(clock.now()).toBe(1_060_001);
  });

  test('is taken from the answer that came fastest', () => {
    const { clock, ask } = machine();
    ask(1_000_000, { there: 300, back: 0 });
    ask(1_000_002, { there: 2, back: 2 });
    ask(1_000_004, { there: 0, back: 300 });
    expect(clock.now()).toBe(1_000_304);
  });

  test('follows a server whose clock was set ahead at once', () => {
    const { clock, pass, ask } = machine();
    ask(1_000_000);
    pass(15_000);
    ask(1_015_002 + hour);
    expect(clock.now()).toBe(1_015_003 + hour);
  });

  test('never goes back where the clock of the server was set back: it goes at half its pace until it is right', () => {
    const { clock, pass, ask } = machine();
    ask(hour);
    pass(15_000);
    const before = clock.now();
    ask(15_002);
    const seen = [before];
    for (let minute = 0; minute < 150; minute += 1) {
      pass(60_000);
      seen.push(clock.now());
    }
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(new Set(seen).size).toBe(seen.length);
    expect((seen[1] ?? 0) - before).toBeLessThan(31_000);
    // After two and a half hours nothing is left of the hour.
    expect(seen.at(-1)).toBe(15_002 + 1 + 150 * 60_000);
  });
});
