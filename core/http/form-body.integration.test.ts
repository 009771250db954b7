import { testHost } from 'chronoscribe/testing';
import { afterAll, expect, test } from 'vitest';
import { probe } from '../../test/fixtures/probe.ts';

const host = await testHost({ plugins: probe().plugins });
afterAll(() => host.stop());

const part = (head: string, content: string) =>
  `--edge\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const picture = '/api/v1/probe/picture-work';
const headers = { 'content-type': 'multipart/form-data; boundary=edge' };

test.each([
  ['in a field that nobody knows', 'name="other"; filename="a.vtt"', 'WEBVTT\n'],
  ['without a name', 'filename="a.vtt"', 'WEBVTT\n'],
  ['of a type that is refused', 'name="file"; filename="a.exe"', 'MZ\n'],
])('a form that ends within a file %s is refused, and the host goes on', async (_, head, content) => {
  const body = `${part('name="text"', 'words')}${part(head, content)}`;
  expect((await host.call('POST', picture, { body, headers })).status).toBeGreaterThanOrEqual(400);
  expect((await host.call('POST', picture, { body, headers })).status).toBeLessThan(500);
  expect((await host.call('GET', '/health')).status).toBe(200);
});
