import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from './problem.ts';
import { monotonicProgress, runStep } from './step.ts';
import type { StepFunction } from './workflow-draft.ts';
import type { Step, StepContext, StepOptions } from './workflow-graph.ts';

type State = Readonly<Record<string, unknown>>;

type Options = Omit<StepOptions, 'attempts'> & { readonly attempts?: number | undefined };

function step(options: Options, run: StepFunction<State, unknown>): Step {
  const { attempts, ...rest } = { attempts: 1, ...options };
  const declared = attempts === undefined ? {} : { attempts };
  return { kind: 'step', name: 'transcribe', options: { ...declared, backoffMs: 500, ...rest }, run };
}

function context(
  signal: AbortSignal = new AbortController().signal,
): StepContext & { readonly told: readonly unknown[] } {
  const told: unknown[] = [];
  return {
    runId: '3f0c5d1e-58f8-4a3f-8d1c-6f7c8e9b0a12',
    account: 'clinic',
    signal,
    progress: (fraction) => told.push(fraction),
    text: (piece) => told.push(piece),
    told,
  };
}

const down = (options: { readonly retryAfter?: number } = {}) =>
  new Problem('provider-unavailable', { detail: 'It is down.', transient: true, ...options });

/** A step that throws this as often as it is tried, and the moments of its tries, in milliseconds from the first. */
function failing(problem: unknown, options: Options): { readonly tried: readonly number[]; readonly step: Step } {
  const tried: number[] = [];
  const begun = Date.now();
  return {
    tried,
    step: step(options, () => {
      tried.push(Date.now() - begun);
      throw problem;
    }),
  };
}

/** Waits for all that waits, on a clock that only the test moves. */
async function outcome(work: Promise<unknown>): Promise<PromiseSettledResult<unknown> | undefined> {
  const settled = Promise.allSettled([work]);
  await vi.runAllTimersAsync();
  return (await settled)[0];
}

describe('a step', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is given the state and the context, and its result is handed on, whether or not it is a promise', async () => {
    const given = context();
    const now = step({}, (state, { account }) => [state, account]);
    const later = step({ timeoutMs: 1000 }, async (state, { account }) => [state, account]);
    expect(await runStep(now, { input: 1 }, given)).toEqual([{ input: 1 }, 'clinic']);
    expect(await runStep(later, { input: 1 }, given)).toEqual([{ input: 1 }, 'clinic']);
  });

  it('is tried once unless it says otherwise', async () => {
    const { step, tried } = failing(down(), {});
    expect(await outcome(runStep(step, {}, context()))).toMatchObject({ reason: { detail: 'It is down.' } });
    expect(tried).toHaveLength(1);
  });

  it('waits twice as long before each further try', async () => {
    const { step, tried } = failing(down(), { attempts: 4, backoffMs: 500 });
    expect(await outcome(runStep(step, {}, context()))).toMatchObject({ status: 'rejected' });
    expect(tried).toEqual([0, 500, 1500, 3500]);
  });

  it('waits as long as it declares, also for more than a minute', async () => {
    const { step, tried } = failing(down(), { attempts: 2, backoffMs: 90_000 });
    await outcome(runStep(step, {}, context()));
    expect(tried).toEqual([0, 90_000]);
  });

  it('waits longer where a service asks for it, and not shorter', async () => {
    const longer = failing(down({ retryAfter: 60 }), { attempts: 2, backoffMs: 500 });
    await outcome(runStep(longer.step, {}, context()));
    expect(longer.tried).toEqual([0, 60_000]);

    const shorter = failing(down({ retryAfter: 1 }), { attempts: 2, backoffMs: 5000 });
    await outcome(runStep(shorter.step, {}, context()));
    expect(shorter.tried).toEqual([0, 5000]);
  });

  it('fails at once where a service asks for more than a minute, with what it asked for', async () => {
    const { step, tried } = failing(down({ retryAfter: 61 }), { attempts: 2 });
    expect(await outcome(runStep(step, {}, context()))).toMatchObject({ reason: { retryAfter: 61 } });
    expect(tried).toEqual([0]);
  });

  describe('while a provider is away and nobody holds a request open', () => {
    const minutes = (count: number) => ({ ...context(), patienceMs: count * 60_000 });
    const undeclared = { attempts: undefined };

    it('goes on trying with pauses that grow to half a minute, and says why', async () => {
      const { step, tried } = failing(down(), undeclared);
      const reasons: string[] = [];
      const waiting = (problem: Problem) => reasons.push(problem.detail);
      const result = await outcome(runStep(step, {}, { ...minutes(3), waiting }));
      expect(result).toMatchObject({ reason: { code: 'provider-unavailable' } });
      const seconds = tried.map((ms) => ms / 1000);
      expect(seconds).toEqual([0, 0.5, 1.5, 3.5, 7.5, 15.5, 31.5, 61.5, 91.5, 121.5, 151.5]);
      expect(reasons).toEqual(Array(tried.length - 1).fill('It is down.'));
    });

    it('waits as long as the provider asks, if that is within its patience', async () => {
      const { step, tried } = failing(down({ retryAfter: 100 }), undeclared);
      await outcome(runStep(step, {}, minutes(5)));
      expect(tried).toEqual([0, 100_000, 200_000, 300_000]);
      const longer = failing(down({ retryAfter: 301 }), undeclared);
      expect(await outcome(runStep(longer.step, {}, minutes(5)))).toMatchObject({ reason: { retryAfter: 301 } });
      expect(longer.tried).toEqual([0]);
    });

    it('begins to count anew where it came further than before', async () => {
      let attempt = 0;
      const begun = Date.now();
      const slow = step(undeclared, async (_, { progress }) => {
        attempt += 1;
        if (attempt <= 4) progress(attempt / 10);
        await new Promise((resolve) => setTimeout(resolve, 50_000));
        throw down();
      });
      await outcome(runStep(slow, {}, minutes(2)));
      // The last progress is after three attempts of fifty seconds and their pauses.
      expect(Date.now() - begun).toBeGreaterThan(150_000 + 2 * 60_000);
    });

    it.each([
      ['a key is refused', new Problem('provider-unavailable', { detail: 'It refused the key.' })],
      ['its answer makes no sense', new Problem('provider-failed', { detail: 'HTML.' })],
    ])('fails at once where %s', async (_, problem) => {
      const { step, tried } = failing(problem, undeclared);
      await outcome(runStep(step, {}, minutes(5)));
      expect(tried).toEqual([0]);
    });

    it('keeps to the attempts that it declares, and to three after another fault that may pass', async () => {
      const declared = failing(down(), { attempts: 2 });
      await outcome(runStep(declared.step, {}, minutes(5)));
      expect(declared.tried).toHaveLength(2);
      const busy = new Problem('rate-limited', { detail: 'Busy.', transient: true });
      const other = failing(busy, undeclared);
      await outcome(runStep(other.step, {}, minutes(5)));
      expect(other.tried).toHaveLength(3);
    });
  });

  it('is not tried again after what another try cannot mend', async () => {
    const refused = new Problem('unreadable-file', { detail: 'The file is encrypted.' });
    const { step, tried } = failing(refused, { attempts: 3 });
    expect(await outcome(runStep(step, {}, context()))).toEqual({ status: 'rejected', reason: refused });
    expect(tried).toHaveLength(1);
  });

  it('is not tried again after an unforeseen error, which becomes an internal problem with that error as its cause', async () => {
    const unforeseen = new TypeError('undefined is not a patient');
    const { step, tried } = failing(unforeseen, { attempts: 3 });
    const result = await outcome(runStep(step, {}, context()));
    expect(result).toMatchObject({ reason: { code: 'internal', cause: unforeseen } });
    expect(JSON.stringify(result)).not.toContain('patient');
    expect(tried).toHaveLength(1);
  });

  it('is stopped at its time limit, told so by its signal, and tried again', async () => {
    const reasons: unknown[] = [];
    const slow = step({ attempts: 2, timeoutMs: 3000 }, async (_, { signal }) => {
      const ended = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => {
        reasons.push(signal.reason);
        ended.reject(new Error('child was killed'));
      });
      return ended.promise;
    });
    expect(await outcome(runStep(slow, {}, context()))).toMatchObject({
      reason: {
        code: 'provider-unavailable',
        detail: 'The step "transcribe" was stopped after its limit of 3 s.',
        transient: true,
      },
    });
    expect(reasons).toEqual([expect.any(Problem), expect.any(Problem)]);
  });

  it('is left behind at its time limit if it does not heed its signal, and not heard any more', async () => {
    const speak: (() => void)[] = [];
    const deaf = step({ attempts: 2, backoffMs: 0, timeoutMs: 1000 }, (_, { progress, text }) => {
      const name = `try ${speak.length + 1}`;
      const say = () => {
        text(name);
        progress(speak.length / 10);
      };
      speak.push(say);
      say();
      return new Promise(() => {});
    });
    const given = context();
    await outcome(runStep(deaf, {}, given));
    for (const say of speak) say();
    expect(given.told).toEqual(['try 1', 0.1, 'try 2', 0.2]);
  });

  it('that throws before it waits for anything leaves nothing behind that could fail later', async () => {
    const { step } = failing(new Problem('provider-failed', { detail: 'No.' }), { timeoutMs: 1000 });
    await expect(runStep(step, {}, context())).rejects.toThrow('No.');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects with the reason of the run once that is aborted, and is not tried again', async () => {
    for (const options of [{ attempts: 3 }, { attempts: 3, timeoutMs: 60_000 }]) {
      const stop = new AbortController();
      const stopped = new Error('The host is stopping.');
      let tries = 0;
      const waiting = step(options, async (_, { signal }) => {
        tries += 1;
        const ended = Promise.withResolvers<never>();
        signal.addEventListener('abort', () => ended.reject(down()));
        setTimeout(() => stop.abort(stopped), 10);
        return ended.promise;
      });
      expect(await outcome(runStep(waiting, {}, context(stop.signal)))).toEqual({
        status: 'rejected',
        reason: stopped,
      });
      expect(tries).toBe(1);
    }
  });

  it('does not begin for a run that is aborted', async () => {
    const run = vi.fn();
    const stopped = new Error('The host is stopping.');
    await expect(runStep(step({}, run), {}, context(AbortSignal.abort(stopped)))).rejects.toBe(stopped);
    expect(run).not.toHaveBeenCalled();
  });

  it('does not wait for its next try when the run is aborted', async () => {
    const stop = new AbortController();
    const stopped = new Error('The run was cancelled.');
    const { step, tried } = failing(down(), { attempts: 2, backoffMs: 3_600_000 });
    const work = Promise.allSettled([runStep(step, {}, context(stop.signal))]);
    await vi.waitFor(() => expect(tried).toHaveLength(1));
    stop.abort(stopped);
    expect(await work).toEqual([{ status: 'rejected', reason: stopped }]);
  });
});

function reported(...fractions: readonly number[]): number[] {
  const seen: number[] = [];
  const report = monotonicProgress((fraction) => seen.push(fraction));
  for (const fraction of fractions) report(fraction);
  return seen;
}

describe('monotonic progress', () => {
  it('never falls and never repeats', () => {
    expect(reported(0.2, 0.1, 0.5, 0.5, 0.4, 0.6)).toEqual([0.2, 0.5, 0.6]);
  });

  it('stays within 0 and 1', () => {
    expect(reported(-3, 0.5, 7, 9)).toEqual([0, 0.5, 1]);
  });

  it('is not reported for less than a hundredth, except the end', () => {
    expect(reported(0.5, 0.505, 0.995, 0.999, 1)).toEqual([0.5, 0.995, 1]);
  });

  it('ignores what is not a number', () => {
    expect(reported(Number.NaN, 0.5, Number.NaN)).toEqual([0.5]);
  });
});
