import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Fault } from '../../test/doubles/faults.ts';
import { startFhirServer } from '../../test/doubles/fhir-server.ts';
import { exportOf, record } from '../transcripts/export/testing/records.ts';
import { createDocument, type FhirServer } from './fhir-server.ts';

const double = await startFhirServer();
afterEach(() => double.reset());
afterAll(() => double.stop());

const document = exportOf(record(), 'fhir');
const running = new AbortController().signal;

const create = (changes: Partial<FhirServer> = {}, sent = document, signal = running) =>
  createDocument({ server: double.base, token: double.token, timeoutMs: 5000, ...changes }, sent, signal);

describe('a document', () => {
  test('is created once, however often it is sent', async () => {
    expect(await create()).toEqual({ outcome: 'delivered' });
    expect(await create()).toEqual({ outcome: 'delivered' });
    expect(double.count('POST /fhir/Bundle')).toBe(2);
    expect(double.documents).toEqual([JSON.parse(document)]);
  });

  test('of another version is a separate document', async () => {
    await create();
    expect(await create({}, exportOf(record({ version: 2 }), 'fhir'))).toEqual({ outcome: 'delivered' });
    expect(double.documents).toHaveLength(2);
  });

  test('is created even if the response is cut off after its head', async () => {
    double.fail({ fault: { fault: 'cut' } });
    expect(await create()).toEqual({ outcome: 'delivered' });
    expect(double.documents).toHaveLength(1);
  });
});

describe('a temporary failure', () => {
  const passing: readonly (readonly [Fault, RegExp])[] = [
    [{ fault: 'status', status: 500 }, /answered with 500/],
    [{ fault: 'status', status: 503 }, /answered with 503/],
    [{ fault: 'status', status: 408 }, /answered with 408/],
    [{ fault: 'status', status: 429 }, /answered with 429/],
    [{ fault: 'status', status: 204 }, /not from a FHIR server/],
    [{ fault: 'html' }, /response with 200 is not from a FHIR server/],
    [{ fault: 'invalid-json' }, /not from a FHIR server/],
    [{ fault: 'wrong-shape' }, /not from a FHIR server/],
  ];
  test.each(passing)('is retried: %o', async (fault, reason) => {
    double.fail({ fault });
    expect(await create()).toMatchObject({ outcome: 'later', reason: expect.stringMatching(reason) });
  });

  test('is a closed port', async () => {
    await double.refuse();
    expect(await create()).toEqual({
      outcome: 'later',
      reason: expect.stringMatching(/ECONNREFUSED|UND_ERR_SOCKET/),
      retryAfter: undefined,
    });
  });

  test('is silence before or within the response', async () => {
    double.fail({ fault: { fault: 'hang' } });
    expect(await create({ timeoutMs: 50 })).toMatchObject({
      outcome: 'later',
      reason: expect.stringContaining('within 0.05 s'),
    });
    await double.reset();
    await create();
    // A document that is there already is answered with a body, which does not end.
    double.fail({ fault: { fault: 'stall' } });
    expect(await create({ timeoutMs: 50 })).toMatchObject({
      outcome: 'later',
      reason: expect.stringContaining('within 0.05 s'),
    });
  });

  test.each([
    ['7', 7],
    [new Date(Date.now() - 60_000).toUTCString(), 0],
    ['soon', undefined],
  ])('waits as long as the server asks: %s', async (header, retryAfter) => {
    double.fail({ fault: { fault: 'status', status: 503, headers: { 'retry-after': header } } });
    expect(await create()).toMatchObject({ outcome: 'later', retryAfter });
  });
});

describe('a permanent failure', () => {
  test('is a rejected token', async () => {
    expect(await create({ token: 'another' })).toEqual({
      outcome: 'refused',
      reason: 'The FHIR server answered with 401: it rejects the token.',
    });
    expect(await create({ token: undefined })).toMatchObject({ outcome: 'refused' });
  });

  test('is an address without a FHIR server', async () => {
    expect(await create({ server: double.url })).toEqual({
      outcome: 'refused',
      reason: 'The FHIR server answered with 404 (not-found).',
    });
  });

  test("is an invalid document, reported without the server's messages", async () => {
    const broken = JSON.stringify({ ...JSON.parse(document), timestamp: 'yesterday' });
    expect(await create({}, broken)).toEqual({
      outcome: 'refused',
      reason: 'The FHIR server answered with 422 (structure).',
    });
  });

  test.each([400, 409, 410, 412, 413])('is the status %i', async (status) => {
    double.fail({ fault: { fault: 'status', status, body: 'Knee pain' } });
    expect(await create()).toEqual({ outcome: 'refused', reason: `The FHIR server answered with ${status}.` });
  });

  test('is a redirection', async () => {
    double.fail({
      fault: { fault: 'status', status: 307, headers: { location: `${double.url}/elsewhere` } },
      times: 1,
    });
    expect(await create()).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('redirection') });
    expect(double.requests).toHaveLength(1);
  });
});

test('an abort rejects with the reason of its signal', async () => {
  double.fail({ fault: { fault: 'hang' } });
  const stopping = new AbortController();
  const creating = create({}, document, stopping.signal);
  await expect.poll(() => double.requests.length).toBe(1);
  stopping.abort(new Error('stopping'));
  await expect(creating).rejects.toThrow('stopping');
  await expect.poll(() => double.openRequests()).toBe(0);
});
