import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { definePlugin, eventImporters } from 'chronoscribe';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const reader = `
import { readFileSync } from 'node:fs';
export default function* readTides(file) {
  const text = new TextDecoder().decode(file);
  if (text === 'secret') yield { line: 1, detail: readFileSync('/etc/hostname', 'utf8') };
  if (text === 'wrong') yield { fields: {} };
  for (const [at, row] of text.split('\\n').entries()) {
    const [time, height] = row.split(';');
    if (height === undefined) yield { line: at + 1, detail: 'The row has no height' };
    else yield { line: at + 1, fields: { time, location: 'Port', description: 'High water: ' + height } };
  }
}
`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: TestHost;
const tides = (change: object = {}) =>
  definePlugin({
    name: 'tides',
    auth: 'time',
    extends: () => [
      eventImporters.add({
        ...{ name: 'tide-table', mediaTypes: ['text/x-tides'] },
        module: pathToFileURL(join(folder.path, 'tides.mjs')),
        ...change,
      }),
    ],
    routes: () => [],
  });
beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder.path, 'tides.mjs'), reader);
  host = await testHost({ plugins: [tides()] });
});
afterAll(async () => {
  await host.stop();
  await folder.remove();
});

async function imported(text: string, onError = 'skip') {
  const headers = { authorization: `Bearer ${host.key}`, 'content-type': 'text/x-tides' };
  const url = new URL(`/v1/import-events?on_error=${onError}`, host.url);
  const answer = await fetch(url, { method: 'POST', headers, body: text });
  return { status: answer.status, text: await answer.text() };
}

test("a stranger's importer reads files of its media type as the bundled ones do", async () => {
  const { text } = await imported('2031-01-01T03:00:00Z;2.1 m\n2031-01-01T15:00:00Z;2.3 m\nnothing\nlate;1 m');
  expect(JSON.parse(text)).toMatchObject({
    imported: 2,
    errors: [
      { line: 3, detail: 'The row has no height' },
      { line: 4, detail: expect.stringMatching(/^time: /) },
    ],
  });
  expect((await host.call('GET', '/v1/list-events')).text).toContain('High water: 2.3 m');
  expect((await host.call('GET', '/openapi.json')).text).toContain('text/x-tides');
});

test.each(['secret', 'wrong'])('an importer that does what it may not (%s) fails its import alone', async (text) => {
  expect((await imported(text)).status).toBe(500);
  expect((await imported('2032-01-01T03:00:00Z;2 m')).status).toBe(200);
});

test.each([
  [
    'a module that is not there',
    { module: new URL('file:///nowhere/tides.ts') },
    'module: expected the URL of a file that exists',
  ],
  [
    'a media type that is read already',
    { mediaTypes: ['text/csv'] },
    'text/csv has two importers of events: the host; plugin tides, as tide-table. Give one another media type.',
  ],
])('an importer with %s stops the start', async (_what, change, said) => {
  await expect((async () => testHost({ plugins: [tides(change)] }))()).rejects.toThrow(said);
});
