import { definePlugin, Problem, route } from 'chronoscribe';
import {
  AuditChainReport,
  AuditLogEntry,
  BackupState,
  Bound,
  ModelOnMachine,
  Operations,
  parseJson,
} from 'chronoscribe/host';
import { z } from 'zod';

const PartHealth = z.object({
  name: z.string().describe('`plugin events`, `store sqlite`'),
  status: z.enum(['ok', 'degraded', 'failed']).describe('`degraded` still serves, but refuses some requests'),
  detail: z.string().describe('What was found'),
  hint: z.string().nullable().describe('How to mend it; null if there is nothing to mend'),
});

/** What an operator looks at: parts, models, backups, the audit log. An admin sees the entries of its own account. */
export default definePlugin({
  name: 'operations',
  auth: 'operator',
  needs: { operations: Operations },
  routes: ({ needs: { operations } }) => [
    route({
      method: 'GET',
      path: '/admin/parts',
      summary: 'Show the health of every part of this host, with how to mend it',
      response: z.object({ items: z.array(PartHealth).describe('In the order of creation') }),
      async handle() {
        const parts = Object.entries(await operations.health());
        return { items: parts.map(([name, { status, detail, hint = null }]) => ({ name, status, detail, hint })) };
      },
    }),
    route({
      method: 'GET',
      path: '/admin/limits',
      summary: 'List the limits and the retention of this host, and where each is set',
      description: 'They are changed in the configuration file, and are in force after the next start.',
      response: z.object({ items: z.array(Bound).readonly().describe('Those of the host, then those of its plugins') }),
      handle: async () => ({ items: operations.bounds() }),
    }),
    route({
      method: 'GET',
      path: '/admin/models',
      summary: 'List the models that providers can use, with their state on this machine',
      response: z.object({ items: z.array(ModelOnMachine).describe('Sorted by name') }),
      handle: async () => ({ items: await operations.models() }),
    }),
    route({
      method: 'POST',
      path: '/admin/models/{name}/download',
      summary: 'Begin to download a model',
      description: 'It is not waited for: `GET /admin/models` tells how far it is. An interrupted download is resumed.',
      response: z.null(),
      status: 204,
      problems: ['not-found'],
      async handle({ path }) {
        await operations.download(path.name);
        return null;
      },
    }),
    route({
      method: 'GET',
      path: '/admin/backups',
      summary: 'List the backups in the data folder of this host',
      response: BackupState,
      handle: () => operations.backups(),
    }),
    route({
      method: 'POST',
      path: '/admin/backups',
      summary: 'Begin to write a backup into the data folder of this host',
      description:
        'What `chronoscribe backup` writes, while the host runs. It is not waited for: `GET /admin/backups` tells when it is there. One is written at a time.',
      response: z.null(),
      status: 204,
      async handle() {
        await operations.backUp();
        return null;
      },
    }),
    route({
      method: 'GET',
      path: '/admin/audit',
      auth: 'administration',
      summary: 'Search the audit log of this host, the newest entries first',
      description:
        'Each of several hosts has its own log. It holds no content of records. An admin sees the entries of its own account, an operator all.',
      request: z.object({
        account: z.string().max(200).optional().describe('Only of this account'),
        record: z.string().max(200).optional().describe('Only of this record, run, key or document'),
        key: z.string().max(200).optional().describe('Only of this key'),
        limit: z.coerce.number().int().min(1).max(500).default(100).describe('At most so many entries'),
        cursor: z.string().max(200).optional().describe('`next_cursor` of the page before'),
      }),
      response: z.object({
        items: z.array(AuditLogEntry).describe('The newest first'),
        next_cursor: z.string().nullable().describe('For the next page; null on the last one'),
      }),
      problems: ['invalid-cursor'],
      async handle({ input: { cursor, ...wanted }, account, scopes }) {
        const search = scopes.includes('operator') ? wanted : { ...wanted, account: onlyOwn(account, wanted.account) };
        const before = cursor === undefined ? undefined : parseAuditCursor(cursor);
        const found = await operations.searchAudit({ ...search, before });
        const last = found.length < search.limit ? undefined : found.at(-1);
        return { items: [...found], next_cursor: last === undefined ? null : cursorOf(last) };
      },
    }),
    route({
      method: 'GET',
      path: '/admin/audit/verification',
      summary: 'Recompute the chains of the audit log, from the first entry to the last',
      response: z.object({ items: z.array(AuditChainReport).describe('In order of the chains') }),
      handle: async () => ({ items: [...(await operations.verifyAudit())] }),
    }),
  ],
});

/** @throws Problem `forbidden` if an admin asks for the entries of another account */
function onlyOwn(account: string, wanted = account): string {
  if (wanted === account) return account;
  throw new Problem('forbidden', {
    detail: 'Only an operator reads the audit entries of another account. Leave "account" out for those of your own.',
  });
}

type Place = Pick<AuditLogEntry, 'at' | 'chain' | 'seq'>;

const place = z.tuple([z.iso.datetime(), z.string().regex(/^\d{1,9}$/), z.int().positive()]);

/** The cursor for the entries before one. */
export function cursorOf({ at, chain, seq }: Place): string {
  return Buffer.from(JSON.stringify([at, chain, seq])).toString('base64url');
}

/**
 * The place that a cursor stands for.
 *
 * @throws Problem `invalid-cursor`
 */
export function parseAuditCursor(cursor: string): Place {
  const { data } = place.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (data !== undefined) return { at: data[0], chain: data[1], seq: data[2] };
  throw new Problem('invalid-cursor', {
    detail: 'The cursor was not made by this list. Leave it out to begin with the newest entries.',
  });
}
