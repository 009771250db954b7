import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder, testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openFileTree } from './files.ts';

test('a browser that opens the host comes to the console, whose page may run scripts of its own files alone', async () => {
  const host = await testHost();
  onTestFinished(() => host.stop());
  for (const path of ['/', '/console']) {
    const answer = await host.call('GET', path, { key: null });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/console/');
  }
  for (const path of ['/console/', '/console/visits/3', '/console/a/b/c']) {
    const page = await host.call('GET', path, { key: null });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  }
  const missing = await host.call('GET', '/console/assets/index-0ld.js', { key: null });
  expect(missing.status).toBe(404);
  expect((await host.call('POST', '/console/', { key: null })).status).toBe(405);
});

async function builtApplication() {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  await mkdir(join(folder.path, 'dist', 'assets'), { recursive: true });
  await writeFile(join(folder.path, 'secret.txt'), 'secret');
  await writeFile(join(folder.path, 'dist', 'index.html'), '<!doctype html>');
  await writeFile(join(folder.path, 'dist', 'assets', 'index-4f2a.js'), 'export const x = 1;\n'.repeat(1000));
  return { dist: join(folder.path, 'dist'), tree: openFileTree(join(folder.path, 'dist')) };
}

test('a file with a hash in its name is kept for ever and sent compressed; a page is asked for anew', async () => {
  const { tree } = await builtApplication();
  const script = await tree('assets/index-4f2a.js', new Headers({ 'accept-encoding': 'gzip, br' }));
  expect(Object.fromEntries(script?.headers ?? [])).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect((await script?.arrayBuffer())?.byteLength).toBeLessThan(200);
  const page = await tree('index.html', new Headers());
  expect(page?.headers.get('cache-control')).toBe('no-cache');
  const known = await tree('index.html', new Headers({ 'if-none-match': page?.headers.get('etag') ?? '' }));
  expect(known).toMatchObject({ status: 304, body: null });
});

test('no path leads out of the folder', async () => {
  const { tree } = await builtApplication();
  for (const path of ['../secret.txt', '..%2fsecret.txt', '/etc/passwd', 'assets/../../secret.txt', '', 'assets']) {
    expect(await tree(path, new Headers())).toBeUndefined();
  }
});

test('an application that is built while the host runs is served', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const tree = openFileTree(folder.path);
  expect(await tree('index.html', new Headers())).toBeUndefined();
  await writeFile(join(folder.path, 'index.html'), 'built');
  expect(await (await tree('index.html', new Headers()))?.text()).toBe('built');
});
