import { Problem, workflow } from 'chronoscribe';
import { describe, expect, it } from 'vitest';
import { asIs, gate, type TestBeds, untilAborted } from './test-bed.ts';

export function stepContract({ open }: TestBeds): void {
  describe('executes steps', () => {
    it('in order, each with the input and every earlier result', async () => {
      const order: string[] = [];
      const visit = workflow<{ patient: string }>('visit')
        .step('greeting', ({ input }) => {
          order.push('greeting');
          return `Good morning, ${input.patient}`;
        })
        .step('answer', async ({ input, greeting }) => {
          order.push('answer');
          return { said: `${greeting}!`, by: input.patient };
        })
        .step('note', ({ input, greeting, answer }) => {
          order.push('note');
          return [input.patient, greeting, answer.said, answer.by];
        })
        .answer(asIs);
      const { submit, settled } = await open([visit]);

      const { status, step, output, problem } = await settled(await submit(visit, { patient: 'Ada' }));

      expect({ status, step, problem }).toEqual({ status: 'done', step: 'note', problem: null });
      expect(output).toEqual(['Ada', 'Good morning, Ada', 'Good morning, Ada!', 'Ada']);
      expect(order).toEqual(['greeting', 'answer', 'note']);
    });

    it('with earlier results as the plain JSON that a restart would give back', async () => {
      const kept = { words: ['one'] };
      const plain = workflow('plain')
        .step('made', () => unchecked<{ at: string; kept: typeof kept }>({ at: new Date(0), nothing: undefined, kept }))
        .step('seen', ({ made }) => {
          kept.words.push('added behind the back of the engine');
          return { made, hasNothing: 'nothing' in made };
        })
        .step('empty', () => {})
        .step('last', ({ seen, empty }) => ({ ...seen, empty }))
        .answer(asIs);
      const { submit, settled } = await open([plain]);

      expect(await settled(await submit(plain))).toMatchObject({
        status: 'done',
        output: { made: { at: '1970-01-01T00:00:00.000Z', kept: { words: ['one'] } }, hasNothing: false, empty: null },
      });
    });

    it('with any JSON as it was: its order, and strings that databases refuse', async () => {
      const said = {
        zebra: 1,
        a: [{ 10: 'x', 9: 'y', b: null }],
        '': 'NUL \u0000, half of a bone \ud83e, "\\u0000"',
        big: 1e300,
        'ä🦴': -0.5,
      };
      const verbatim = workflow<typeof said>('verbatim')
        .step('first', ({ input }) => input)
        .step('last', ({ input, first }) => [JSON.stringify(input), JSON.stringify(first), first])
        .answer(asIs);
      const { submit, settled } = await open([verbatim]);
      const { output } = await settled(await submit(verbatim, said));
      expect(JSON.stringify(output)).toBe(JSON.stringify([JSON.stringify(said), JSON.stringify(said), said]));
    });

    it('with a state that no step can change, at any depth', async () => {
      const attempts: string[] = [];
      const attempt = (name: string, change: () => void) => {
        try {
          change();
          attempts.push(`${name} changed`);
        } catch {
          attempts.push(`${name} refused`);
        }
      };
      const meddling = workflow<{ list: { words: string[] } }>('meddling')
        .step('first', () => ({ deep: [{ value: 1 }] }))
        .step('second', (state) => {
          attempt('input', () => state.input.list.words.push('more'));
          attempt('result', () => Object.assign(state.first.deep[0] ?? {}, { value: 2 }));
          attempt('state', () => Object.assign(state, { third: 3 }));
          return state.first;
        })
        .answer(asIs);
      const { submit, settled } = await open([meddling]);

      const { output } = await settled(await submit(meddling, { list: { words: [] } }));

      expect(attempts).toEqual(['input refused', 'result refused', 'state refused']);
      expect(output).toEqual({ deep: [{ value: 1 }] });
    });

    it('with the run and the account in their context', async () => {
      const who = workflow('who')
        .step('told', (_, { runId, account }) => ({ runId, account }))
        .answer(asIs);
      const { submit, settled } = await open([who]);
      const id = await submit(who);
      expect((await settled(id)).output).toEqual({ runId: id, account: 'clinic' });
    });

    it('and says at any time where a run is', async () => {
      const [first, second] = [gate(), gate()];
      const slow = workflow('slow')
        .step('first', () => first.promise.then(() => 1))
        .step('second', () => second.promise.then(() => 2))
        .answer(asIs);
      const blocking = workflow('blocking')
        .step('block', () => first.promise)
        .answer(asIs);
      const { engine, submit, settled, reached } = await open([slow, blocking]);

      const id = await submit(slow);
      await reached(id, 'first');
      expect(await engine.state(id)).toEqual({
        status: 'running',
        step: 'first',
        output: null,
        problem: null,
        isWaiting: false,
      });

      await reached(await submit(blocking), 'block');
      const waiting = await submit(slow);
      expect(await engine.state(waiting)).toEqual({
        status: 'queued',
        step: null,
        output: null,
        problem: null,
        isWaiting: false,
      });

      first.resolve();
      await reached(id, 'second');
      expect(await engine.state(id)).toEqual({
        status: 'running',
        step: 'second',
        output: null,
        problem: null,
        isWaiting: false,
      });

      second.resolve();
      expect(await settled(id)).toEqual({ status: 'done', step: 'second', output: 2, problem: null, isWaiting: false });
      expect(await engine.state('0d9f2f0e-5a53-4c5e-8f5c-0f6c2f2d8c11')).toBeUndefined();
    });

    it('of two runs at a time, and of the next one as soon as one of them ends', async () => {
      const gates = new Map(['a', 'b', 'c'].map((name) => [name, gate()]));
      const held = workflow<string>('held')
        .step('hold', ({ input }) => gates.get(input)?.promise)
        .answer(asIs);
      const { engine, submit, settled, reached } = await open([held]);
      const [a, b, c] = [await submit(held, 'a'), await submit(held, 'b'), await submit(held, 'c')];

      await reached(a, 'hold');
      await reached(b, 'hold');
      expect((await engine.state(c))?.status).toBe('queued');
      gates.get('b')?.resolve();
      await settled(b);
      await reached(c, 'hold');
      expect((await engine.state(a))?.status).toBe('running');
      gates.get('a')?.resolve();
      gates.get('c')?.resolve();
    });

    it('of a long queue, never of more than two runs at a time', async () => {
      let [working, most] = [0, 0];
      const busy = workflow<number>('busy')
        .step('work', async ({ input }) => {
          working += 1;
          most = Math.max(most, working);
          await new Promise((later) => setTimeout(later, 2));
          working -= 1;
          return input;
        })
        .step('rest', ({ work }) => work)
        .answer(asIs);
      const { submit, settled } = await open([busy]);

      const ids = await Promise.all(Array.from({ length: 40 }, (_, number) => submit(busy, number)));

      expect(await Promise.all(ids.map(async (id) => (await settled(id)).output))).toEqual([...ids.keys()]);
      expect(most).toBeLessThanOrEqual(2);
    });
  });

  describe('handles failures of steps', () => {
    it('retries a transient failure as often as the step says, and no earlier step', async () => {
      const tries = { before: 0, flaky: 0 };
      const flaky = workflow('flaky')
        .step('before', () => {
          tries.before += 1;
        })
        .step('flaky', { attempts: 3, backoffMs: 1 }, () => {
          tries.flaky += 1;
          if (tries.flaky < 3) throw new Problem('provider-unavailable', { detail: 'It is down.', transient: true });
          return 'up again';
        })
        .answer(asIs);
      const { submit, settled } = await open([flaky]);

      expect(await settled(await submit(flaky))).toMatchObject({ status: 'done', output: 'up again' });
      expect(tries).toEqual({ before: 1, flaky: 3 });
    });

    it('makes three attempts if the step does not say', async () => {
      let tries = 0;
      const away = workflow('away')
        .step('keep', { backoffMs: 1 }, () => {
          tries += 1;
          throw new Problem('provider-unavailable', { detail: 'The store is away.', transient: true });
        })
        .answer(asIs);
      const { submit, settled } = await open([away]);

      expect(await settled(await submit(away))).toMatchObject({
        status: 'failed',
        problem: { code: 'provider-unavailable' },
      });
      expect(tries).toBe(3);
    });

    it('fails after the last attempt, with the problem as it was thrown', async () => {
      let tries = 0;
      const down = workflow('down')
        .step('ask', { attempts: 2, backoffMs: 1 }, () => {
          tries += 1;
          throw new Problem('provider-unavailable', {
            detail: `It is down, try ${tries}.`,
            transient: true,
            retryAfter: 0,
          });
        })
        .step('after', () => 'never')
        .answer(asIs);
      const { submit, settled } = await open([down]);

      expect(await settled(await submit(down))).toEqual({
        status: 'failed',
        step: 'ask',
        output: null,
        problem: { code: 'provider-unavailable', status: 503, detail: 'It is down, try 2.', retryAfter: 0 },
        isWaiting: false,
      });
    });

    it('does not retry what is not transient, and keeps the whole problem', async () => {
      let tries = 0;
      const errors = [{ in: 'body', path: ['files', 1], detail: 'The file is encrypted.', type: 'encrypted' }] as const;
      const refused = workflow('refused')
        .step('read', { attempts: 5, backoffMs: 1 }, () => {
          tries += 1;
          throw new Problem('page-missing', {
            status: 422,
            detail: 'A page is missing.',
            errors,
            members: { pages: [2, 3] },
          });
        })
        .answer(asIs);
      const { submit, settled } = await open([refused]);

      expect((await settled(await submit(refused))).problem).toEqual({
        code: 'page-missing',
        status: 422,
        detail: 'A page is missing.',
        errors,
        members: { pages: [2, 3] },
      });
      expect(tries).toBe(1);
    });

    it('does not wait an hour for a service, and reports that it was asked to', async () => {
      let tries = 0;
      const limited = workflow('limited')
        .step('ask', { attempts: 3 }, () => {
          tries += 1;
          throw new Problem('provider-unavailable', {
            detail: 'Too many requests.',
            transient: true,
            retryAfter: 3600,
          });
        })
        .answer(asIs);
      const { submit, settled } = await open([limited]);

      expect((await settled(await submit(limited))).problem).toMatchObject({
        code: 'provider-unavailable',
        retryAfter: 3600,
      });
      expect(tries).toBe(1);
    });

    it('stops an attempt at its time limit, as a transient failure', async () => {
      const reasons: unknown[] = [];
      const stuck = workflow('stuck')
        .step('wait', { attempts: 2, backoffMs: 1, timeoutMs: 20 }, async (_, { signal }) => {
          await untilAborted(signal).catch((reason) => reasons.push(reason));
          throw signal.reason;
        })
        .answer(asIs);
      const { submit, settled } = await open([stuck]);

      expect((await settled(await submit(stuck))).problem).toMatchObject({
        code: 'provider-unavailable',
        detail: expect.stringContaining('"wait"'),
      });
      expect(reasons).toHaveLength(2);
    });

    it('abandons an attempt that ignores its time limit', async () => {
      const deaf = workflow('deaf')
        .step('wait', { timeoutMs: 20 }, () => new Promise<void>(() => {}))
        .answer(asIs);
      const { submit, settled } = await open([deaf]);
      expect(await settled(await submit(deaf))).toMatchObject({
        status: 'failed',
        problem: { code: 'provider-unavailable' },
      });
    });

    it('reports an unexpected error as internal and keeps nothing of its message', async () => {
      const broken = workflow('broken')
        .step('break', { attempts: 3, backoffMs: 1 }, () => {
          throw new Error('Mrs Lovelace said marker-in-an-error');
        })
        .answer(asIs);
      const { submit, settled, keeps } = await open([broken]);

      const state = await settled(await submit(broken));

      expect(state).toMatchObject({ status: 'failed', step: 'break', problem: { code: 'internal', status: 500 } });
      expect(JSON.stringify(state)).not.toContain('marker-in-an-error');
      expect(await keeps('marker-in-an-error')).toBe(false);
    });

    it('fails a run whose step returns no JSON', async () => {
      const round: Record<string, unknown> = {};
      round.self = round;
      const unsayable = workflow<'big' | 'round'>('unsayable')
        .step('make', ({ input }) => unchecked<string>(input === 'big' ? 10n : round))
        .answer(asIs);
      const { submit, settled } = await open([unsayable]);
      for (const input of ['big', 'round']) {
        expect(await settled(await submit(unsayable, input))).toMatchObject({
          status: 'failed',
          problem: { code: 'internal' },
        });
      }
    });
  });
}

/** A result that the types of `step` refuse, as a plugin without types could return it. */
function unchecked<T>(result: unknown): T {
  return result as T;
}
