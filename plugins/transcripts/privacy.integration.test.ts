import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from 'chronoscribe';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { scriptedWriter } from './testing/scripted-writer.ts';
import { recorded } from './testing/visits.ts';

/** Words that are nowhere else: of the recording, its name, the prompts, an edit and a name. */
const words = {
  said: 'zygomaticus',
  file: 'quercitron',
  prompt: 'borborygmus',
  edit: 'sphenopalatine',
  name: 'Featherstonehaugh',
  rewrite: 'xanthelasma',
  failed: 'syncytiotrophoblast',
};

/** In which files of a folder each word is found. */
async function found(folder: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const contents = await Promise.all(files.map(async (path) => [path, await readFile(path, 'latin1')] as const));
  const places = (word: string) =>
    contents.filter(([path, text]) => `${path}${text}`.includes(word)).map(([path]) => path);
  return Object.fromEntries(Object.entries(words).map(([what, word]) => [what, places(word)]));
}

/** A consultation that was uploaded, corrected and rewritten. */
async function consultation(host: TestHost): Promise<string> {
  const cues = `WEBVTT\n\n00:01.000 --> 00:02.000\nPatient: My ${words.said} hurts.\n\n00:03.000 --> 00:04.000\nDoctor: Rest for a week.\n`;
  const id = await recorded(host, cues, { name: `${words.file}.vtt`, fields: { text: words.prompt } });
  const path = `/api/v1/transcripts/${id}`;
  const json = {
    segments: [{ id: 's2', text: `My ${words.edit}.` }],
    speakers: [{ speaker: 'Speaker 1', name: words.name }],
  };
  expect((await host.call('PATCH', path, { json })).status).toBe(200);
  expect((await host.call('POST', `${path}/rewrite`, { json: { text: words.rewrite } })).status).toBe(200);
  return path;
}

test('what was said is in the files of its record alone, and once that is deleted in none', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const host = await testHost({ dataFolder: folder.path });
  const path = await consultation(host);
  const kept = await found(folder.path);
  for (const what of ['said', 'edit', 'name']) {
    expect(kept[what]).toContainEqual(expect.stringContaining(join('blobs', 'records', 'transcripts')));
    expect(kept[what]?.filter((file) => file.includes('chronoscribe.db'))).toEqual([]);
  }

  expect((await host.call('DELETE', path)).status).toBe(204);
  expect(Object.values(await found(folder.path)).flat()).toEqual([]);
  await host.stop();
  expect(await found(folder.path)).toEqual(Object.fromEntries(Object.keys(words).map((what) => [what, []])));
});

test('a rewriting that failed leaves nothing of its wishes once the record is deleted', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const writer = scriptedWriter();
  const host = await testHost({ dataFolder: folder.path, providers: [{ provider: writer.provider }] });
  const path = await consultation(host);
  writer.says = async () => Promise.reject(new Problem('provider-unavailable', { detail: 'Start the model.' }));
  expect((await host.call('POST', `${path}/rewrite`, { json: { text: words.failed } })).status).toBe(503);
  expect((await host.call('DELETE', path)).status).toBe(204);
  await host.stop();
  expect(Object.values(await found(folder.path)).flat()).toEqual([]);
});
