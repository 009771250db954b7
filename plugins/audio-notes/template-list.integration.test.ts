import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const configured = { configured: true, written: null };
const own = { name: 'Story', contents: ['history'], guidance: 'As it was told.' };

describe('GET /api/v1/templates', () => {
  let host: TestHost;
  beforeAll(async () => {
    const settings = { template: 'visit', templates: { visit: [own], dap: [own] } };
    host = await testHost({ config: { plugins: { 'audio-notes': { with: settings } } } });
  });
  afterAll(() => host.stop());

  test('tells a client what it can choose from, and what is chosen by default', async () => {
    const { status, json } = await host.call('GET', '/api/v1/templates');
    expect(status).toBe(200);
    expect(json).toEqual({
      items: [
        expect.objectContaining({ name: 'soap', title: 'SOAP', default: false }),
        expect.objectContaining({ name: 'hp', description: expect.stringMatching(/first account/) }),
        { name: 'dap', title: 'dap', description: '', default: false, sections: [own], ...configured },
        ...['birp', 'girpp', 'sirp', 'progress'].map((name) => expect.objectContaining({ name, default: false })),
        { name: 'visit', title: 'visit', description: '', default: true, sections: [own], ...configured },
      ],
    });
  });
});
