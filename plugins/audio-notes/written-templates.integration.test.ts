import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

const story = { name: 'Story', contents: ['complaint', 'history'], guidance: 'As it was told.' };
const next = { name: 'Next', contents: ['plan', 'follow-up'], guidance: '' };
const vtt =
  'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Doctor>What brings you in?\n\n00:03.000 --> 00:04.000\n<v Patient>My knee hurts.\n';
const Version = z.object({ version: z.int() });
const Note = z.object({ id: z.string(), note: z.string() });

let host: TestHost;
beforeAll(async () => {
  host = await testHost({ config: { plugins: { 'audio-notes': { with: { templates: { visit: [story] } } } } } });
});
afterAll(() => host.stop());

type As = { readonly key?: string };
const path = '/api/v1/templates';
const put = (name: string, json: object, as: As = {}) => host.call('PUT', `${path}/${name}`, { ...as, json });
const remove = (name: string, query = '', as: As = {}) => host.call('DELETE', `${path}/${name}${query}`, as);
const listed = async (name: string, as: As = {}) => {
  const Listed = z.object({ items: z.array(z.looseObject({ name: z.string() })) });
  return Listed.parse((await host.call('GET', path, as)).json).items.find((each) => each.name === name);
};
const upload = (template: string, as: As = {}) => {
  const form = new FormData();
  form.set('file', new Blob([vtt]), 'visit.vtt');
  form.set('template', template);
  return host.call('POST', '/api/v1/transcripts/upload_audio_file', { ...as, form });
};

describe('a template that somebody writes while the host runs', () => {
  test('is listed, and makes notes, rewrites, previews and recordings like a bundled one', async () => {
    const { version } = Version.parse((await put('physio', { sections: [story, next] })).json);
    expect(await listed('physio')).toEqual({
      ...{ name: 'physio', title: 'physio', description: '', default: false, configured: false },
      sections: [story, next],
      written: { sections: [story, next], version, changedAt: expect.any(Number), by: expect.any(String) },
    });
    const { id, note } = Note.parse((await upload('physio')).json);
    expect(note).toMatch(/^Story\b[\s\S]*knee[\s\S]*\nNext\b/);
    const record = `/api/v1/transcripts/${id}`;
    expect((await host.call('GET', record)).json).toMatchObject({ template: 'physio' });
    const json = { template: 'physio' };
    expect((await host.call('POST', `${record}/rewrite`, { json })).json).toMatchObject({ template: 'physio', note });
    expect((await host.call('POST', `${record}/preview`, { json })).json).toMatchObject({ template: 'physio', note });
    expect((await host.call('POST', `${record}/rewrite`, { json: { template: 'soap' } })).status).toBe(200);
    const Sections = z.looseObject({ sections: z.array(z.object({ name: z.string() })) });
    const { sections } = Sections.parse((await host.call('PATCH', record, { json })).json);
    expect(sections.slice(0, 2).map(({ name }) => name)).toEqual(['Story', 'Next']);
    expect((await host.call('POST', '/api/v1/transcripts/live', { json })).status).toBe(201);
  });

  test('is shown on a visit before it is written, and nothing is written by that', async () => {
    const { id } = Note.parse((await upload('soap')).json);
    const json = { template: 'draft', sections: [{ name: 'Everything', contents: ['summary', 'history'] }] };
    const { status, json: shown } = await host.call('POST', `/api/v1/transcripts/${id}/preview`, { json });
    expect([status, shown]).toMatchObject([200, { template: 'draft', sections: [{ name: 'Everything' }] }]);
    expect(await listed('draft')).toBeUndefined();
    const grid = { json: { sections: [story] } };
    const form = new FormData();
    form.set('file', new Blob([vtt]), 'visit.vtt');
    const made = await host.call('POST', '/api/v1/transcripts/grid_chiropractor', { form });
    const location = made.headers.get('content-location') ?? '';
    expect((await host.call('POST', `${location}/preview`, grid)).status).toBe(422);
  });

  test('stands in the place of a bundled one until it is deleted, and notes stay as they were written', async () => {
    await put('dap', { sections: [story] });
    const { id, note } = Note.parse((await upload('dap')).json);
    expect(note).toMatch(/^Story/);
    expect((await remove('dap')).status).toBe(204);
    expect(await listed('dap')).toMatchObject({ title: 'DAP', written: null });
    expect(Note.parse((await upload('dap')).json).note).toMatch(/^Data/);
    expect((await host.call('GET', `/api/v1/transcripts/${id}`)).json).toMatchObject({ note });
  });

  test('belongs to one account', async () => {
    const { account } = await host.newAccount();
    const scopes = { account_id: account, scopes: ['clinical', 'admin'] };
    const issued = await host.call('POST', '/admin/keys', { json: scopes });
    const other = z.object({ key: z.string() }).parse(issued.json);
    await put('ours', { sections: [story] });
    expect(await listed('ours', other)).toBeUndefined();
    expect((await upload('ours', other)).status).toBe(422);
    expect((await remove('ours', '', other)).status).toBe(404);
    await put('ours', { sections: [next] }, other);
    expect(await listed('ours')).toMatchObject({ sections: [story] });
  });

  test('is changed from what a person saw, and not over what another has written since', async () => {
    const { version } = Version.parse((await put('shared', { sections: [story], version: null })).json);
    expect((await put('shared', { sections: [next], version: null })).status).toBe(409);
    const changed = Version.parse((await put('shared', { sections: [next], version })).json);
    const { status, text } = await put('shared', { sections: [story], version });
    expect([status, text]).toEqual([409, expect.stringContaining('changed by')]);
    expect((await remove('shared', `?version=${version}`)).status).toBe(409);
    expect((await remove('shared', `?version=${changed.version}`)).status).toBe(204);
    expect((await put('shared', { sections: [next], version: changed.version })).status).toBe(409);
    // One that was written anew is another one, also for who has seen the first.
    const again = Version.parse((await put('shared', { sections: [next], version: null })).json);
    expect([version, changed.version]).not.toContain(again.version);
  });

  test.each([
    ['no sections', { sections: [] }, 'sections'],
    ['a heading twice', { sections: [story, { ...next, name: 'story' }] }, 'section 1'],
    ['a heading with a colon', { sections: [{ ...story, name: 'Story:' }] }, 'heading'],
    ['a content that there is not', { sections: [{ ...story, contents: ['gossip'] }] }, 'contents'],
    ['an unknown field', { sections: [{ ...story, colour: 'red' }] }, 'colour'],
  ])('is refused with %s, at its place', async (_, json, place) => {
    const { status, text } = await put('wrong', json);
    expect([status, text]).toEqual([422, expect.stringContaining(place)]);
    expect(await listed('wrong')).toBeUndefined();
  });

  test.each(['two words', '.hidden', 'a'.repeat(65), '__proto__'])('is not named "%s"', async (name) => {
    expect((await put(encodeURIComponent(name), { sections: [story] })).status).toBe(422);
  });

  test('is written by administrators alone', async () => {
    const json = { account_id: 'default', scopes: ['clinical'] };
    const { key } = z.object({ key: z.string() }).parse((await host.call('POST', '/admin/keys', { json })).json);
    expect((await put('mine', { sections: [story] }, { key })).status).toBe(403);
    expect((await remove('physio', '', { key })).status).toBe(403);
  });

  test('that was deleted makes no notes any more, and says which do', async () => {
    await put('brief', { sections: [story] });
    const waiting = Note.parse((await upload('brief')).json);
    await remove('brief');
    expect((await upload('brief')).status).toBe(422);
    const rewritten = await host.call('POST', `/api/v1/transcripts/${waiting.id}/rewrite`, { json: {} });
    expect([rewritten.status, rewritten.text]).toEqual([422, expect.stringContaining('choose one of')]);
  });
});

describe('a template of the configuration', () => {
  test('is not written on, and rules over what was written under its name before', async () => {
    const { status, text } = await put('visit', { sections: [next] });
    expect([status, text]).toEqual([409, expect.stringContaining('template_configured')]);
    expect(await listed('visit')).toMatchObject({ configured: true, written: null, sections: [story] });
  });
});
