import { Problem } from 'chronoscribe';
import type { TranscribeOptions, Transcriber } from 'chronoscribe/kinds/transcriber';
import type { StartedProvider } from 'chronoscribe/testing';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../test/doubles/faults.ts';
import type { VendorServer } from '../../../test/doubles/vendor-server.ts';

/** A transcriber that asks a service over HTTP, beside a double of that service. */
export interface ServiceScene {
  readonly vendor: VendorServer & { readonly apiKey: string };
  /** Starts the provider with the double's address and key, and `settings`. */
  start(settings?: object): Promise<StartedProvider<Transcriber>>;
  /** Hears a recording of two turns. */
  transcribe(options?: Partial<TranscribeOptions>, settings?: object): Promise<unknown>;
}

export const unavailable = { code: 'provider-unavailable', status: 503 };
export const failed = { code: 'provider-failed', status: 502, transient: false };

/** How long to wait for what surely comes. */
export const patiently = { timeout: 10_000 };

export async function problemOf(outcome: Promise<unknown>): Promise<Problem> {
  const thrown = await outcome.catch((reason: unknown) => reason);
  if (thrown instanceof Problem) return thrown;
  throw new Error(`not a problem: ${String(thrown)}`);
}

/** What every such transcriber does when a request fails. @param requests what each is called in problems, and its path */
export function describeFailures(scene: ServiceScene, requests: readonly (readonly [doing: string, on: string])[]) {
  const { start, transcribe } = scene;

  describe.each(requests)('when %s fails', (doing, on) => {
    const outcome = (fault: Fault, settings: object = {}) => {
      scene.vendor.fail({ fault, on });
      return problemOf(transcribe({}, settings));
    };

    test.each([401, 403])('with %i, the key is named as what to mend, and it is not tried again', async (status) => {
      const problem = await outcome({ fault: 'status', status });
      expect(problem).toMatchObject({ ...unavailable, transient: false });
      expect(problem.detail).toContain('`apiKey`');
      expect(problem.detail).not.toContain(scene.vendor.apiKey);
    });

    test('with 429, it may be tried again after the time that it asks for', async () => {
      const problem = await outcome({ fault: 'status', status: 429, headers: { 'retry-after': '17' } });
      expect(problem).toMatchObject({ ...unavailable, transient: true, retryAfter: 17 });
    });

    test.each([500, 502, 503])('with %i, it may be tried again, and is not tried again here', async (status) => {
      const problem = await outcome({ fault: 'status', status });
      expect(problem).toMatchObject({ ...unavailable, transient: true, retryAfter: undefined });
      expect(problem.detail).toContain(doing);
      expect(scene.vendor.count(on)).toBe(1);
    });

    test('by never answering, it is given up after the time limit', async () => {
      const problem = await outcome({ fault: 'hang' }, { timeoutMs: 150 });
      expect(problem).toMatchObject({ ...unavailable, transient: true });
      expect(problem.detail).toContain('0.15 s');
    });

    test('by stopping in the middle of its answer, it is given up after the time limit', async () => {
      expect(await outcome({ fault: 'stall' }, { timeoutMs: 150 })).toMatchObject({ ...unavailable, transient: true });
    });

    test.each(['cut', 'wrong-shape', 'invalid-json', 'html'] as const)(
      'with an answer that is %s, it is a failure that quotes nothing of it',
      async (fault) => {
        const problem = await outcome({ fault });
        expect(problem).toMatchObject(failed);
        expect(problem.detail).toContain('`baseUrl`');
        expect(problem.cause).toBeUndefined();
      },
    );

    test('with a redirection, nothing is sent to where it points', async () => {
      const location = `${scene.vendor.url}/elsewhere`;
      expect(await outcome({ fault: 'status', status: 307, headers: { location } })).toMatchObject(failed);
      expect(scene.vendor.requests.filter(({ path }) => path === '/elsewhere')).toEqual([]);
    });

    test('by hanging, it is left at once when the user cancels', async () => {
      scene.vendor.fail({ fault: { fault: 'hang' }, on });
      const control = new AbortController();
      const cancelled = transcribe({ signal: control.signal }).catch((thrown: unknown) => thrown);
      await expect.poll(() => scene.vendor.count(on), patiently).toBe(1);
      control.abort(new Error('cancelled'));
      expect(await cancelled).toBe(control.signal.reason);
      await expect.poll(() => scene.vendor.openRequests(), patiently).toBe(0);
    });
  });

  describe('a service that cannot be used', () => {
    const healthOf = async (settings: object = {}) => (await start(settings)).health();

    test('is a problem that may pass where it refuses connections', async () => {
      await scene.vendor.refuse();
      const problem = await problemOf(transcribe());
      expect(problem).toMatchObject({ ...unavailable, transient: true });
      expect(problem.detail).toContain('`baseUrl`');
    });

    test('is degraded, with how to mend it, when the key is refused', async () => {
      expect(await healthOf({ apiKey: 'another' })).toMatchObject({
        status: 'degraded',
        detail: expect.stringContaining('401'),
        hint: expect.stringContaining('`apiKey`'),
      });
    });

    test('is degraded, never failed, when nobody answers or a page of a proxy does', async () => {
      scene.vendor.fail({ fault: { fault: 'html' } });
      expect(await healthOf()).toMatchObject({ status: 'degraded' });
      await scene.vendor.refuse();
      expect(await healthOf()).toMatchObject({ status: 'degraded', hint: expect.stringContaining('`baseUrl`') });
    });
  });
}
