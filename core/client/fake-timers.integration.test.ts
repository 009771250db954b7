import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as setNodeTimeout } from 'node:timers';
import { setInterval as every, scheduler, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { type Client, createClient } from './client.ts';
import { UnreachableError } from './errors.ts';
import { installServiceClock, type ServiceTimers } from './fake-timers.ts';
import { startServiceProcess } from './testing/service-process.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const host = await startServiceProcess();
afterAll(() => host.stop());

test('an answer that is still coming is not broken off by hours that pass', async () => {
  const unfinished: ServerResponse[] = [];
  const stream = createServer((_, response) => {
    response.write('before');
    unfinished.push(response);
  }).listen(0, '127.0.0.1');
  await once(stream, 'listening');
  const timers = await installServiceClock(createClient(host));
  try {
    const answer = await fetch(`http://127.0.0.1:${(stream.address() as AddressInfo).port}`);
    await timers.fastForward('2h');
    for (const response of unfinished) response.end(' and after');
    expect(await answer.text()).toBe('before and after');
    expect(await createClient(host).clock.now()).toEqual(expect.any(Date));
  } finally {
    timers.uninstall();
    stream.close();
  }
});

describe('timers on the clock of the service', () => {
  const real = { Date, setTimeout, setInterval };
  const nine = Date.UTC(2030, 0, 1, 9);
  let client: Client;
  let timers: ServiceTimers;
  let heard: string[];

  /** What a test suite would have called: it writes down when it is called. */
  const hear = (what: string) => () =>
    heard.push(`${what} at ${new Date().toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length)}`);

  beforeEach(async () => {
    heard = [];
    client = createClient(host);
    await client.clock.pause();
    await client.clock.travel(new Date(nine), 'Berlin');
    timers = await installServiceClock(client);
  });

  afterEach(() => timers.uninstall());

  it('show its time', async () => {
    expect(Date.now()).toBe(nine);
    expect(new Intl.DateTimeFormat('en', { timeZone: 'UTC', year: 'numeric' }).format()).toBe('2030');
    expect(await client.clock.now()).toEqual(new Date(nine));
  });

  it('fire in order, each at its time, when it moves forward, and promises settle in between', async () => {
    setTimeout(async () => {
      hear('an hour')();
      await Promise.resolve();
      await Promise.resolve();
      setTimeout(hear('half an hour later'), 30 * minute);
    }, hour);
    setInterval(hear('three quarters'), 45 * minute);
    setTimeout(hear('too late'), 90 * minute + 1);
    expect(await timers.fastForward('90m')).toEqual(new Date(nine + 90 * minute));
    expect(heard).toEqual([
      'three quarters at 2030-01-01T09:45',
      'an hour at 2030-01-01T10:00',
      'three quarters at 2030-01-01T10:30',
      'half an hour later at 2030-01-01T10:30',
    ]);
    expect(await client.clock.now()).toEqual(new Date());
  });

  it('fire when it travels forward', async () => {
    setTimeout(hear('tomorrow'), day);
    expect(await timers.travel('2030-01-03T09:00:00Z', 'Berlin')).toEqual(new Date(nine + 2 * day));
    expect(heard).toEqual(['tomorrow at 2030-01-02T09:00']);
  });

  it('show it to the millisecond, however far it travels', async () => {
    // An odd number of seconds, in steps of centuries, is what fake-timers rounds.
    for (const instant of ['2300-01-01T00:00:01Z', '2560-01-01T00:00:00Z', '2820-01-01T00:00:01Z']) {
      expect(await timers.travel(instant, 'Berlin')).toEqual(new Date(Date.parse(instant)));
    }
  });

  test.each([
    ['is rewound', () => timers.rewind('1d')],
    ['travels back', () => timers.travel(new Date(nine - day), 'Berlin')],
  ])('keep the delay that they have left when it %s', async (_, goBack) => {
    setTimeout(hear('an hour'), hour);
    await timers.fastForward('20m');
    await timers.rewind('20m');
    expect(await goBack()).toEqual(new Date(nine - day));
    expect(new Date()).toEqual(new Date(nine - day));
    await timers.fastForward('39m');
    expect(heard).toEqual([]);
    await timers.fastForward('1m');
    expect(heard).toEqual(['an hour at 2029-12-31T09:40']);
  });

  it('catch up with what somebody else did to it', async () => {
    setTimeout(hear('an hour'), hour);
    await client.clock.fastForward('2h');
    expect(new Date()).toEqual(new Date(nine));
    expect(await timers.sync()).toEqual(new Date(nine + 2 * hour));
    expect(heard).toEqual(['an hour at 2030-01-01T10:00']);
    await client.clock.rewind('1h');
    expect(await timers.sync()).toEqual(new Date(nine + hour));
  });

  it('stand still while it runs, until they are told', async () => {
    await timers.resume();
    expect(await client.clock.read()).toMatchObject({ state: 'running' });
    expect(Date.now()).toBe(nine);
    const paused = await timers.pause();
    expect(new Date()).toEqual(paused);
    expect(await client.clock.read()).toMatchObject({ state: 'paused', now: paused });
  });

  it('take moves that come at once one after the other', async () => {
    setInterval(hear('an hour'), hour);
    const shown = await Promise.all([timers.fastForward('1h'), timers.rewind('30m'), timers.fastForward('1h')]);
    expect(shown.map(Number)).toEqual([nine + hour, nine + 30 * minute, nine + 90 * minute]);
    expect(heard).toEqual(['an hour at 2030-01-01T10:00', 'an hour at 2030-01-01T10:30']);
  });

  it('move on after a move that was refused', async () => {
    await expect(timers.fastForward('5s')).rejects.toMatchObject({ code: 'invalid-duration' });
    expect(new Date()).toEqual(new Date(nine));
    expect(await timers.fastForward('1h')).toEqual(new Date(nine + hour));
  });

  it('let a move fail where one of them throws, and are where they should be all the same', async () => {
    setTimeout(() => {
      throw new Error('broken');
    }, minute);
    setTimeout(hear('an hour'), hour);
    await expect(timers.fastForward('2h')).rejects.toThrow('broken');
    expect(heard).toEqual(['an hour at 2030-01-01T10:00']);
    expect(new Date()).toEqual(await client.clock.now());
  });

  it('are the real ones again afterwards', () => {
    expect(Date).not.toBe(real.Date);
    timers.uninstall();
    expect({ Date, setTimeout, setInterval }).toEqual(real);
  });

  it('restore what ES modules have imported, and what is imported later', async () => {
    const faked = { sleep, timeout: AbortSignal.timeout };
    timers.uninstall();
    expect(sleep).not.toBe(faked.sleep);
    expect(AbortSignal.timeout).not.toBe(faked.timeout);
    expect(Object.hasOwn((await import('node:timers/promises')).scheduler, 'wait')).toBe(false);
    expect(await sleep(1, 'slept')).toBe('slept');
  });

  it('let a real timer from before be cleared', async () => {
    const waiting = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    timers.uninstall();
    const earlier = setTimeout(() => undefined, hour);
    timers = await installServiceClock(client);
    const before = waiting();
    clearTimeout(earlier);
    expect(waiting()).toBe(before - 1);
  });

  it('are not installed twice', async () => {
    await expect(installServiceClock(client)).rejects.toThrow(TypeError);
  });

  it('are only those that were asked for', async () => {
    timers.uninstall();
    timers = await installServiceClock(client, { toFake: ['Date'] });
    expect(Date.now()).toBe(nine);
    expect(setTimeout).toBe(real.setTimeout);
  });

  describe('count in the modules of Node', () => {
    it('in node:timers/promises and what it schedules', async () => {
      void sleep(hour).then(hear('slept'));
      void scheduler.wait(2 * hour).then(hear('waited'));
      void promisify(setTimeout)(3 * hour).then(hear('promisified'));
      const ticking = (async () => {
        for await (const _ of every(90 * minute))
          if (heard.push(hour.toString()) && Date.now() > nine + 2 * hour) break;
      })();
      await timers.fastForward('4h');
      await ticking;
      expect(heard).toEqual([
        'slept at 2030-01-01T10:00',
        String(hour),
        'waited at 2030-01-01T11:00',
        'promisified at 2030-01-01T12:00',
        String(hour),
      ]);
    });

    it('in node:timers', async () => {
      setNodeTimeout(hear('an hour'), hour);
      await timers.fastForward('1h');
      expect(heard).toEqual(['an hour at 2030-01-01T10:00']);
    });

    it('in AbortSignal.timeout', async () => {
      const signal = AbortSignal.any([AbortSignal.timeout(hour)]);
      signal.addEventListener('abort', hear('aborted'));
      await timers.fastForward('59m');
      expect(signal.aborted).toBe(false);
      await timers.fastForward('1m');
      expect(heard).toEqual(['aborted at 2030-01-01T10:00']);
      expect(signal.reason).toMatchObject({ name: 'TimeoutError', code: DOMException.TIMEOUT_ERR });
      expect(() => AbortSignal.timeout(-1)).toThrow(RangeError);
    });

    it('but not those that Node sets for its own connections', async () => {
      await client.clock.now();
      expect(timers.pending().timers).toEqual([]);
    });
  });

  describe('fired one by one', () => {
    const serviceTime = async () => heard.push((await client.currentTime()).current_time);

    it('move the service along, to each instant', async () => {
      setTimeout(serviceTime, hour);
      setTimeout(serviceTime, 2 * hour + 500);
      expect(timers.pending().timers.map(({ at }) => at.getTime())).toEqual([nine + hour, nine + 2 * hour + 500]);
      expect(await timers.next()).toEqual(new Date(nine + hour));
      expect(await client.clock.read()).toMatchObject({ now: new Date(nine + hour), location: 'Berlin' });
      expect(await timers.next()).toEqual(new Date(nine + 2 * hour + 500));
      expect(await timers.sync()).toEqual(new Date(nine + 2 * hour + 500));
      expect(await timers.fastForward('1m')).toEqual(new Date(nine + 2 * hour + minute + 500));
      expect(await timers.next()).toEqual(new Date(nine + 2 * hour + minute + 500));
      expect(timers.pending()).toEqual({ timers: [], requests: [] });
    });

    it('run until none is left', async () => {
      setTimeout(() => setTimeout(hear('later'), day), day);
      setTimeout(hear('first'), hour);
      expect(await timers.runAll()).toEqual(new Date(nine + 2 * day));
      expect(heard).toEqual(['first at 2030-01-01T10:00', 'later at 2030-01-03T09:00']);
      expect(await client.clock.now()).toEqual(new Date());
    });

    it('run until an instant, which the clock reaches', async () => {
      setInterval(hear('daily'), day);
      expect(await timers.runAll({ until: '2030-01-03T12:00:00Z' })).toEqual(new Date(nine + 2 * day + 3 * hour));
      expect(heard).toEqual(['daily at 2030-01-02T09:00', 'daily at 2030-01-03T09:00']);
      expect(await client.clock.now()).toEqual(new Date(nine + 2 * day + 3 * hour));
      expect(timers.pending().timers).toEqual([{ at: new Date(nine + 3 * day), type: 'interval' }]);
      await expect(timers.runAll({ until: new Date(nine) })).rejects.toThrow(RangeError);
    });

    test.each([[0], [-5], [undefined], [Number.NaN], [1]])(
      'fire an interval of %s once in each millisecond',
      async (delay) => {
        let fired = 0;
        const interval = setInterval(() => {
          fired += 1;
          if (fired > 10) clearInterval(interval);
        }, delay);
        await timers.advance(3);
        expect(fired).toBeGreaterThanOrEqual(3);
        expect(fired).toBeLessThanOrEqual(4);
      },
    );

    test.each([
      ['milliseconds', 36 * hour],
      ['hours', '36h'],
      ['a time in ISO 8601', 'PT36H'],
    ])('advance by %s', async (_, duration) => {
      setTimeout(hear('a day'), day);
      expect(await timers.advance(duration)).toEqual(new Date(nine + 36 * hour));
      expect(heard).toEqual(['a day at 2030-01-02T09:00']);
      expect(await client.clock.now()).toEqual(new Date(nine + 36 * hour));
    });

    it('do not guess how long a month is', async () => {
      await expect(timers.advance('P1M')).rejects.toThrow('fastForward');
      expect(await client.clock.now()).toEqual(new Date(nine));
    });

    it('are not fired by a clock that is not where they are', async () => {
      setTimeout(hear('an hour'), hour);
      await client.clock.fastForward('1m');
      await expect(timers.next()).rejects.toThrow('call sync first');
      await timers.sync();
      await client.clock.resume();
      await expect(timers.advance('2h')).rejects.toThrow('pause it first');
      await client.clock.pause();
      await timers.sync();
      await timers.next();
      expect(heard).toEqual(['an hour at 2030-01-01T10:00']);
    });

    it('stay where they are when the service is not there any more', async () => {
      timers.uninstall();
      let isDown = false;
      const fetch = (request: Request) => (isDown ? Promise.reject(new Error('down')) : globalThis.fetch(request));
      timers = await installServiceClock(createClient({ ...host, fetch }));
      setTimeout(() => {
        isDown = true;
      }, hour);
      setTimeout(hear('two hours'), 2 * hour);
      await expect(timers.advance('3h')).rejects.toThrow(UnreachableError);
      expect(heard).toEqual([]);
      expect(new Date()).toEqual(new Date(nine + hour));
      isDown = false;
      await timers.advance('2h');
      expect(heard).toEqual(['two hours at 2030-01-01T11:00']);
    });

    it('tell of the error of one, after the others', async () => {
      setTimeout(() => {
        throw new Error('broken');
      }, minute);
      setTimeout(hear('an hour'), hour);
      await expect(timers.advance('2h')).rejects.toThrow('broken');
      expect(heard).toEqual(['an hour at 2030-01-01T10:00']);
      expect(await client.clock.now()).toEqual(new Date(nine + 2 * hour));
    });
  });

  it('move by the calendar of the time zone, and by parts of seconds', async () => {
    expect(await timers.fastForward('P1M')).toEqual(new Date(nine + 31 * day));
    expect(await timers.fastForward('PT0.5S')).toEqual(new Date(nine + 31 * day + 500));
    expect(await timers.rewind('P1M')).toEqual(new Date(nine + 500));
  });

  it('follow a clock beside the account’s own, which stays where it is', async () => {
    timers.uninstall();
    const { clock_id } = await client.createClock({ now: '2040-06-01T00:00:00Z' });
    const service = client.namedClock(clock_id);
    await service.pause();
    await service.travel('2040-06-01T00:00:00Z', 'Rome');
    timers = await installServiceClock(client, { clock_id });
    setTimeout(hear('a day'), day);
    expect(await timers.advance('2d')).toEqual(new Date('2040-06-03T00:00:00Z'));
    expect(heard).toEqual(['a day at 2040-06-02T00:00']);
    expect(await service.read()).toMatchObject({ now: new Date('2040-06-03T00:00:00Z'), location: 'Rome' });
    expect(await client.clock.now()).toEqual(new Date(nine));
  });

  it('refuse to move once they are uninstalled', async () => {
    const moving = timers.fastForward('1h');
    timers.uninstall();
    await expect(moving).rejects.toThrow('uninstalled');
    await expect(timers.next()).rejects.toThrow('uninstalled');
    timers.uninstall();
  });
});
