import type { Writer } from 'chronoscribe/kinds/writer';
import type { StartedProvider } from 'chronoscribe/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Fault } from '../../../test/doubles/faults.ts';
import { type ModelWriterBed, modelWriters } from '../testing/model-writers.ts';
import { draft, failure, visit } from '../testing/trial.ts';

describe.each(modelWriters)('when the service behind $name fails', ({ asks, open }) => {
  let bed: ModelWriterBed;
  let started: StartedProvider<Writer>;

  beforeAll(async () => {
    bed = await open();
    started = await bed.start();
  });
  afterEach(() => bed.server.reset());
  afterAll(async () => {
    await started.stop();
    await bed.server.stop();
  });

  const failedDraft = (fault: Fault) => {
    bed.server.fail({ fault, on: asks });
    return failure(draft(started.instance, visit('My knee hurts.')));
  };

  const malformed: readonly (readonly [what: string, fault: Fault])[] = [
    ['breaks off', { fault: 'cut' }],
    ['answers half an object', { fault: 'invalid-json' }],
    ['answers another shape', { fault: 'wrong-shape' }],
    ['is a web page', { fault: 'html' }],
    ['answers a status of its own', { fault: 'status', status: 418 }],
    [
      'answers a page with a status',
      { fault: 'status', status: 404, headers: { 'content-type': 'text/html' }, body: '<p>knee' },
    ],
    ['leads elsewhere', { fault: 'status', status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
  ];
  test.each(malformed)('a response that %s gives a problem', async (_, fault) => {
    const problem = await failedDraft(fault);
    expect(problem).toMatchObject({ code: 'provider-failed', status: 502, transient: false });
    expect(problem.detail).not.toMatch(/knee/);
  });

  test.each([500, 503, 529])('a status %i is transient', async (status) => {
    const problem = await failedDraft({ fault: 'status', status, headers: { 'retry-after': '7' } });
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503, transient: true, retryAfter: 7 });
    expect(bed.server.count(asks)).toBe(1);
  });

  test('too many requests give the time to wait, in seconds or as a date', async () => {
    const problem = await failedDraft({ fault: 'status', status: 429, headers: { 'retry-after': '30' } });
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503, transient: true, retryAfter: 30 });
    await bed.server.reset();
    const date = new Date(Date.now() + 600_000).toUTCString();
    const { retryAfter } = await failedDraft({ fault: 'status', status: 429, headers: { 'retry-after': date } });
    expect(retryAfter).toBeGreaterThan(500);
  });

  test.each([401, 403])('a rejected key (%i) is reported with the setting to correct', async (status) => {
    const problem = await failedDraft({ fault: 'status', status });
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503, transient: false });
    expect(problem.detail).toMatch(/refuses access .*the writer's setting (apiKey|baseUrl)/);
  });

  test('a server that is down is reported with its address', async () => {
    await bed.server.refuse();
    const problem = await failure(draft(started.instance, visit('My knee hurts.')));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503 });
    expect(problem.detail).toContain(bed.server.url);
  });

  test.each(['hang', 'stall'] as const)('a silent server (%s) fails after the time limit', async (fault) => {
    const impatient = await bed.start({ timeoutMs: 200 });
    bed.server.fail({ fault: { fault }, on: asks });
    const problem = await failure(draft(impatient.instance, visit('My knee hurts.')));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503 });
    expect(problem.detail).toContain('sent nothing for 0.2 s');
    await vi.waitFor(() => expect(bed.server.openRequests()).toBe(0));
    await impatient.stop();
  });

  test.each(['hang', 'stall'] as const)('a cancelled draft (%s) ends the request', async (fault) => {
    bed.server.fail({ fault: { fault }, on: asks });
    const control = new AbortController();
    const reason = new Error('the user cancelled');
    const outcome = draft(started.instance, visit('My knee hurts.'), { signal: control.signal }).catch(
      (thrown: unknown) => thrown,
    );
    await vi.waitFor(() => expect(bed.server.count(asks)).toBe(1));
    control.abort(reason);
    expect(await outcome).toBe(reason);
    await vi.waitFor(() => expect(bed.server.openRequests()).toBe(0));
  });

  test('nothing of its response is printed', async () => {
    const console_ = (['log', 'warn', 'error'] as const).map((method) =>
      vi.spyOn(console, method).mockImplementation(() => {}),
    );
    const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    for (const fault of [...malformed.map(([, each]) => each), { fault: 'status', status: 500 } as const]) {
      bed.server.fail({ fault, on: asks, times: 1 });
      await failure(draft(started.instance, visit('My knee hurts.')));
    }
    await draft(started.instance, visit('My knee hurts.'));
    for (const spy of [...console_, warnings]) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});
