import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from './client.ts';
import { installServiceClock, type ServiceTimers } from './fake-timers.ts';
import { startServiceProcess } from './testing/service-process.ts';

const nine = Date.UTC(2030, 0, 1, 9);
const host = await startServiceProcess();
afterAll(() => host.stop());

let clock_id: string;
let timers: ServiceTimers;
const real = { Date, setTimeout, setInterval };
const install = () => installServiceClock(createClient(host), { clock_id });

beforeEach(async () => {
  const client = createClient(host);
  ({ clock_id } = await client.createClock({ ttl: '1h' }));
  await client.namedClock(clock_id).pause();
  await client.namedClock(clock_id).travel(new Date(nine), 'Berlin');
  timers = await install();
});
afterEach(() => timers.uninstall());

/** Writes down what is told, with the milliseconds since nine. */
type Tell = (what: unknown) => void;

describe('as the suite of @sinonjs/fake-timers has it, a timer', () => {
  it.each<readonly [string, (tell: Tell) => unknown, number, readonly string[]]>([
    ['fires after its delay', (tell) => setTimeout(() => tell('a'), 15), 15, ['a 15']],
    ['does not fire before', (tell) => setTimeout(() => tell('a'), 15), 14, []],
    ['gets what it was given', (tell) => setTimeout((a: string, b: string) => tell(a + b), 1, 'x', 'y'), 1, ['xy 1']],
    [
      'fires in the order of times, not of calls',
      (tell) => [100, 50, 99].map((delay) => setTimeout(() => tell('a'), delay)),
      100,
      ['a 50', 'a 99', 'a 100'],
    ],
    [
      'fires beside others of its time in the order of calls',
      (tell) => ['a', 'b', 'c'].map((each) => setTimeout(() => tell(each), 10)),
      10,
      ['a 10', 'b 10', 'c 10'],
    ],
    [
      'fires in the same move if another sets it',
      (tell) => setTimeout(() => setTimeout(() => tell('inner'), 50), 50),
      100,
      ['inner 100'],
    ],
    ['does not fire before then', (tell) => setTimeout(() => setTimeout(() => tell('inner'), 50), 50), 99, []],
    ['repeats', (tell) => setInterval(() => tell('i'), 10), 35, ['i 10', 'i 20', 'i 30']],
    [
      'that clears itself repeats no more',
      (tell) => {
        const id = setInterval(() => {
          tell('i');
          clearInterval(id);
        }, 10);
      },
      50,
      ['i 10'],
    ],
    ['that is cleared does not fire', (tell) => clearTimeout(setTimeout(() => tell('a'), 10)), 50, []],
    [
      'that another clears does not fire',
      (tell) => {
        setTimeout(() => clearTimeout(later), 10);
        const later = setTimeout(() => tell('later'), 20);
      },
      50,
      [],
    ],
    ['is cleared as an interval too', (tell) => clearInterval(setTimeout(() => tell('a'), 10)), 50, []],
    ['is not cleared by what is none', () => [undefined, 0, 17].map((id) => clearTimeout(id)), 5, []],
    [
      'waits until promises have settled',
      (tell) => {
        setTimeout(() => void Promise.resolve().then(() => tell('promise')), 10);
        setTimeout(() => tell('timer'), 11);
      },
      20,
      ['promise 10', 'timer 11'],
    ],
    [
      'fires if a promise sets it',
      (tell) => setTimeout(() => void Promise.resolve().then(() => setTimeout(() => tell('set'), 5)), 10),
      20,
      ['set 15'],
    ],
    [
      'begins anew when it is refreshed',
      (tell) => {
        const late = setTimeout(() => tell('late'), 10);
        setTimeout(() => late.refresh(), 5);
      },
      20,
      ['late 15'],
    ],
    [
      'sees the time of its instant',
      (tell) => setTimeout(() => tell(new Date().toISOString()), 60_000),
      60_000,
      ['2030-01-01T09:01:00.000Z 60000'],
    ],
  ])('%s', async (_, begin, ms, expected) => {
    const told: string[] = [];
    begin((what) => told.push(`${what} ${Date.now() - nine}`));
    await timers.advance(ms);
    expect(told).toEqual(expected);
    expect(Date.now()).toBe(nine + ms);
  });

  it.each([[undefined], [Number.NaN], [-1], [0], [Number.POSITIVE_INFINITY], [2 ** 31]])(
    'with a delay of %s fires within a millisecond, as in Node',
    async (delay) => {
      const callback = vi.fn();
      setTimeout(callback, delay);
      await timers.advance(1);
      expect(callback).toHaveBeenCalledOnce();
    },
  );
});

/** The games of Jest's manual. */
function timerGame(callback: () => void) {
  setTimeout(callback, 1000);
}
function infiniteTimerGame(callback: () => void) {
  setTimeout(() => {
    callback();
    setTimeout(() => infiniteTimerGame(callback), 10_000);
  }, 1000);
}

describe("as Jest's manual has it", () => {
  it('a game waits a second before it ends', () => {
    timerGame(() => undefined);
    expect(timers.pending().timers).toEqual([{ at: new Date(nine + 1000), type: 'timeout' }]);
  });

  it.each([
    ['all timers run', () => timers.runAll()],
    ['a second goes by', () => timers.advance(1000)],
    ['the next timer runs', () => timers.next()],
  ])('its callback is called when %s', async (_, move) => {
    const callback = vi.fn();
    timerGame(callback);
    expect(callback).not.toHaveBeenCalled();
    await move();
    expect(callback).toHaveBeenCalledOnce();
    expect(Date.now()).toBe(nine + 1000);
  });

  it('a game without an end sets the next timer ten seconds later', async () => {
    const callback = vi.fn();
    infiniteTimerGame(callback);
    await timers.next();
    expect(callback).toHaveBeenCalledOnce();
    expect(timers.pending().timers).toEqual([{ at: new Date(nine + 11_000), type: 'timeout' }]);
  });

  it('timers that were set before it ends are never called', async () => {
    const callback = vi.fn();
    timerGame(callback);
    timers.uninstall();
    timers = await install();
    await timers.advance(5000);
    expect(callback).not.toHaveBeenCalled();
    expect(timers.pending().timers).toEqual([]);
  });

  it('the time of the system is set, and the timer keeps what is left of its delay', async () => {
    const callback = vi.fn();
    timerGame(callback);
    await timers.travel('2020-01-01T00:00:00Z', 'Berlin');
    expect(Date.now()).toBe(Date.UTC(2020, 0, 1));
    expect(callback).not.toHaveBeenCalled();
    await timers.advance(1000);
    expect(callback).toHaveBeenCalledOnce();
  });
});

it('a test that fails leaves the real timers behind, with `using`', async () => {
  timers.uninstall();
  const failing = async () => {
    using clock = await install();
    setTimeout(() => undefined, 10);
    expect(clock.pending().timers).toEqual([]);
  };
  await expect(failing()).rejects.toThrow('to deeply equal');
  expect({ Date, setTimeout, setInterval }).toEqual(real);
});
