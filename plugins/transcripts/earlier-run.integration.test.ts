import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defineProvider } from 'chronoscribe';
import { Grounding } from 'chronoscribe/kinds/grounding';
import { temporaryFolder, testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import rules from '../../providers/grounding/rules/index.ts';

const visit = `WEBVTT

00:00:00.000 --> 00:00:04.000
<v Patient>I am allergic to penicillin, and my knee hurts.
`;

/** The rules, of which the first check of a note fails. */
function failingOnce() {
  let checks = 0;
  return defineProvider({
    kind: Grounding,
    name: 'failing-once',
    config: z.strictObject({}),
    create: async (context) => {
      const grounding = (await rules.create(context)) as Grounding;
      return {
        ...grounding,
        check: (...asked: Parameters<Grounding['check']>) => {
          checks += 1;
          return checks === 1 ? Promise.reject(new Error('the check broke')) : grounding.check(...asked);
        },
      };
    },
  });
}

test('a run goes on whose note an earlier version has saved, with facts of another shape', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const provider = failingOnce();
  const options = { dataFolder: folder.path, providers: [{ provider }] };
  const earlier = await testHost(options);
  const form = new FormData();
  form.set('file', new Blob([visit]), 'visit.vtt');
  expect((await earlier.call('POST', '/api/v1/transcripts/upload_audio_file', { form })).status).toBe(500);
  const Runs = z.object({ items: z.tuple([z.object({ id: z.string(), status: z.literal('failed') })]) });
  const [{ id }] = Runs.parse((await earlier.call('GET', '/api/v1/runs')).json).items;
  await earlier.stop();

  const database = new DatabaseSync(join(folder.path, 'workflows.db'));
  const { changes } = database
    .prepare(
      `UPDATE step_attempts
       SET output = json_set(json_remove(output, '$.found'), '$.facts', json_extract(output, '$.found.facts'))
       WHERE step_name = 'note' AND json_type(output, '$.found.facts') = 'array'`,
    )
    .run();
  database.close();
  expect(changes).toBe(1);

  const host = await testHost(options);
  onTestFinished(() => host.stop());
  expect((await host.call('POST', `/api/v1/runs/${id}/retry`)).status).toBe(202);
  const Record = z.object({ facts: z.array(z.object({ kind: z.string(), term: z.string() })) });
  await expect.poll(async () => (await host.call('GET', `/api/v1/transcripts/${id}`)).status).toBe(200);
  const { facts } = Record.parse((await host.call('GET', `/api/v1/transcripts/${id}`)).json);
  expect(facts).toContainEqual(expect.objectContaining({ kind: 'allergy', term: 'penicillin' }));
});
