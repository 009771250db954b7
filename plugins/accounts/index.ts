import { Accounts, definePlugin, route, scopes } from 'chronoscribe';
import { z } from 'zod';

const accountId = z.string().describe('`default`, or `acc_…`');
const account = z.object({ account_id: accountId, name: z.string().describe('The name that the admin gave it') });
const scope = z.enum(scopes);
const key = z.object({
  id: z.string().describe('The id of the key, which is not the key itself'),
  account_id: accountId,
  name: z.string().nullable().describe('The name that the admin gave it'),
  scopes: z.array(scope).readonly().describe('What the key may do'),
  expires_at: z.string().nullable().describe('ISO 8601, UTC; null if never'),
  created_at: z.string().describe('ISO 8601, UTC'),
});
const page = { cursor: z.string().optional().describe('`next_cursor` of the page before') };
const nextCursor = z.string().nullable().describe('For the next page; null on the last one');

/** Accounts and their keys, for an admin. */
export default definePlugin({
  name: 'accounts',
  auth: 'admin',
  needs: { accounts: Accounts },
  routes: ({ needs: { accounts } }) => [
    route({
      method: 'POST',
      path: '/admin/accounts',
      summary: 'Create an account',
      request: z.object({ name: z.string().trim().min(1).max(200).describe('A name of your choice') }),
      response: account,
      status: 201,
      handle: ({ input, operationId }) => accounts.createAccount(input.name, operationId),
    }),
    route({
      method: 'GET',
      path: '/admin/accounts',
      summary: 'List accounts',
      request: z.object(page),
      response: z.object({
        accounts: z.array(account).readonly().describe('In order of creation'),
        next_cursor: nextCursor,
      }),
      handle: async ({ input }) => {
        const { items, next } = await accounts.listAccounts(input.cursor);
        return { accounts: items, next_cursor: next };
      },
    }),
    route({
      method: 'POST',
      path: '/admin/keys',
      summary: 'Create a key',
      description: 'The key is shown only in this answer.',
      request: z.object({
        account_id: accountId,
        name: z.string().trim().min(1).max(200).optional().describe('A name of your choice'),
        scopes: z.array(scope).min(1).optional().describe('Default: time and clinical'),
        expires_at: z.iso.datetime({ offset: true }).optional().describe('ISO 8601; default: never'),
      }),
      response: key.extend({ key: z.string().describe('csk_…') }),
      status: 201,
      handle: ({ input, operationId }) => accounts.createKey({ ...input, operationId }),
    }),
    route({
      method: 'GET',
      path: '/admin/keys',
      summary: 'List keys, without the keys themselves',
      request: z.object(page),
      response: z.object({ keys: z.array(key).readonly().describe('In order of creation'), next_cursor: nextCursor }),
      handle: async ({ input }) => {
        const { items, next } = await accounts.listKeys(input.cursor);
        return { keys: items, next_cursor: next };
      },
    }),
    route({
      method: 'DELETE',
      path: '/admin/keys/{id}',
      summary: 'Revoke a key, at once',
      response: z.null(),
      status: 204,
      handle: async ({ path }) => {
        await accounts.revokeKey(path.id);
        return null;
      },
    }),
  ],
});
