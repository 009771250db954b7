import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestHost } from 'chronoscribe/testing';
import { z } from 'zod';
import { testBrowser } from './browser.ts';

export const password = 'a password that is long enough';

const Linked = z.object({ person: z.object({ id: z.string() }), link: z.string() });

/** Invites a person. @param key of an administrator */
export async function invited(host: TestHost, json: object, key = host.key) {
  const answer = await host.call('POST', '/api/v1/people', { json, key });
  if (answer.status !== 201) throw new Error(`nobody was invited: ${answer.text}`);
  const { person, link } = Linked.parse(answer.json);
  return { person, link, token: link.split('/').at(-1) ?? '' };
}

/** A person who has joined and is signed in. */
export async function joined(host: TestHost, roles: readonly string[], key = host.key) {
  const email = `${randomUUID()}@practice.example`;
  const { person, token } = await invited(host, { email, name: 'Person', roles }, key);
  const browser = testBrowser(host);
  const answer = await browser.call('POST', `/api/v1/invitations/${token}`, { json: { name: 'Person', password } });
  if (answer.status !== 200) throw new Error(`nobody has joined: ${answer.text}`);
  return { person, email, browser };
}

export async function auditEntries({ dataFolder }: TestHost): Promise<readonly Record<string, unknown>[]> {
  const folder = join(dataFolder, 'audit', '1');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ndjson'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) => text.trimEnd().split('\n')).map((line) => JSON.parse(line) as Record<string, unknown>);
}
