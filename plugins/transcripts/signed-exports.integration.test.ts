import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { documentFaults } from '../../test/doubles/fhir-document.ts';
import { Signed, signingClient } from './testing/signing-client.ts';

const { host, saved, post, get, keyNamed } = await signingClient();
afterAll(() => host.stop());

describe('the exports of a signed record', () => {
  test('show whose it is, who signed, and what was added', async () => {
    const id = await saved();
    const json = {
      patient: { name: 'Zoë Adler', identifier: 'MRN 12' },
      visit: { clinician: 'Dr. Okafor', date: '2026-11-22' },
    };
    await host.call('PATCH', `/api/v1/transcripts/${id}`, { json });
    const { signature } = Signed.parse((await post(id, 'sign')).json);
    await post(id, 'addendum', { text: 'The left side.' });
    for (const format of ['md', 'txt']) {
      const { text } = await get(`${id}/export?format=${format}`);
      for (const shown of [
        'Zoë Adler',
        'MRN 12',
        'Dr. Okafor',
        'The left side.',
        `signed by ${signature.by}`,
        signature.sha256,
      ])
        expect(text).toContain(shown);
    }
    expect((await get(`${id}/export?format=json`)).json).toEqual((await get(id)).json);
  });

  test('are FHIR documents that follow the state of the note', async () => {
    const id = await saved();
    const json = {
      patient: { name: 'Zoë Adler', id: 'p1' },
      visit: { clinician: 'Dr. Okafor', date: '2026-11-22', reason: 'Back' },
    };
    await host.call('PATCH', `/api/v1/transcripts/${id}`, { json });
    const Bundle = z.looseObject({
      identifier: z.looseObject({ value: z.string() }),
      entry: z.array(z.object({ fullUrl: z.string(), resource: z.looseObject({ resourceType: z.string() }) })),
    });
    const bundle = async () => {
      const { json: exported } = await get(`${id}/export?format=fhir`);
      expect(documentFaults(exported)).toEqual([]);
      const { entry, ...rest } = Bundle.parse(exported);
      return { ...rest, composition: entry[0]?.resource, resources: entry.map(({ resource }) => resource) };
    };
    const draft = await bundle();
    expect(draft.composition).toMatchObject({ status: 'preliminary' });
    expect(draft.composition).not.toHaveProperty('attester');
    expect(draft.resources).toContainEqual(
      expect.objectContaining({ resourceType: 'Patient', name: [{ text: 'Zoë Adler' }] }),
    );
    expect(draft.resources).toContainEqual(
      expect.objectContaining({
        resourceType: 'Encounter',
        period: { start: '2026-11-22' },
        reasonCode: [{ text: 'Back' }],
      }),
    );

    await post(id, 'sign', {}, await keyNamed('Dr. Okafor'));
    const final = await bundle();
    expect(final.composition).toMatchObject({ status: 'final', attester: [{ mode: 'legal' }] });
    // The clinician of the visit is who signed.
    expect(final.resources.filter(({ resourceType }) => resourceType === 'Practitioner')).toHaveLength(1);
    expect(final.identifier).not.toEqual(draft.identifier);

    await post(id, 'addendum', { text: 'The left side.' });
    const amended = await bundle();
    expect(amended.composition).toMatchObject({
      status: 'amended',
      relatesTo: [{ code: 'replaces', targetIdentifier: { value: final.identifier.value } }],
      section: expect.arrayContaining([expect.objectContaining({ title: 'Addenda' })]),
    });
    await post(id, 'reopen', { reason: 'Wrong side' });
    expect((await bundle()).composition).toMatchObject({ status: 'preliminary', relatesTo: [{ code: 'replaces' }] });
  });
});
