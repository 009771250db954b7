import { randomUUID } from 'node:crypto';
import type { testHost } from 'chronoscribe/testing';
import { z } from 'zod';
import { hostWithObserver, note, spineForm, visit } from './observed-host.ts';

/** A signed record. */
export const Signed = z.looseObject({
  version: z.int(),
  signature: z.object({ by: z.string(), at: z.int(), version: z.int(), sha256: z.string(), valid: z.boolean() }),
});

/** A host with what a test needs to save notes and to sign them. */
export async function signingClient(options: Parameters<typeof testHost>[0] = {}) {
  const { host, save } = await hostWithObserver(options);
  return {
    host,
    /** @returns the id of a draft, without warnings unless they are wished */
    async saved({ account = 'default', warned = false } = {}): Promise<string> {
      const id = randomUUID();
      const [heard, written] = warned
        ? [visit, note]
        : [
            { ...visit, warnings: [] },
            { ...note, warnings: [] },
          ];
      await save(spineForm, heard, written, { id, account, createdAt: 5000 });
      return id;
    },
    post: (id: string, path: string, json: unknown = {}, key = host.key) =>
      host.call('POST', `/api/v1/transcripts/${id}/${path}`, { json, key }),
    get: (path: string) => host.call('GET', `/api/v1/transcripts/${path}`),
    /** A key of the default account that has a name and no scope of an admin. */
    async keyNamed(name: string): Promise<string> {
      const json = { account_id: 'default', name, scopes: ['clinical'] };
      return z.object({ key: z.string() }).parse((await host.call('POST', '/admin/keys', { json })).json).key;
    },
  };
}
