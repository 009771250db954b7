import { definePlugin, Erasure, Problem, pluginScopes, route } from 'chronoscribe';
import {
  Account,
  Accounts,
  AddressRange,
  IssuedKey,
  KeyDescription,
  mayCall,
  scopes,
  singleLine,
} from 'chronoscribe/host';
import type { Scope } from 'chronoscribe/types';
import { z } from 'zod';

/** Who calls. */
interface Caller {
  readonly account: string;
  readonly scopes: readonly Scope[];
}

const everydayScopes: readonly Scope[] = ['time', 'clinical'];
const longestGraceSeconds = 30 * 86_400;
const page = { cursor: z.string().optional().describe('`next_cursor` of the page before') };
const nextCursor = z.string().nullable().describe('For the next page; null on the last one');

/** Accounts, for an operator; keys, for an admin those of its own account, for an operator all. */
export default definePlugin({
  name: 'accounts',
  auth: 'operator',
  config: z.strictObject({
    keyDays: z
      .int()
      .min(1)
      .nullable()
      .default(null)
      .describe('days after which a key expires that is made over HTTP without `expires_at`; null for never'),
  }),
  needs: { accounts: Accounts, erasure: Erasure },
  routes: ({ config: { keyDays }, needs: { accounts, erasure }, extensions }) => [
    route({
      method: 'POST',
      path: '/admin/accounts',
      summary: 'Create an account',
      request: z.object({ name: singleLine(200).describe('A name of your choice') }),
      response: Account,
      status: 201,
      recordOf: ({ account_id }) => account_id,
      handle: async ({ input, operationId, actsOn }) => {
        const created = await accounts.createAccount(input.name, operationId);
        actsOn(created.account_id);
        return created;
      },
    }),
    route({
      method: 'GET',
      path: '/admin/accounts',
      summary: 'List accounts',
      request: z.object(page),
      response: z.object({
        accounts: z.array(Account).readonly().describe('In order of creation'),
        next_cursor: nextCursor,
      }),
      handle: async ({ input }) => {
        const { items, next } = await accounts.listAccounts(input.cursor);
        return { accounts: items, next_cursor: next };
      },
    }),
    route({
      method: 'DELETE',
      path: '/admin/accounts/{id}',
      summary: 'Erase an account with everything',
      description:
        'Keys, people, records with their files, runs, events, clocks, webhooks, uploads: all of it, for good. Its keys and sessions are refused from the beginning; the answer comes when nothing is left. An interrupted erasure is resumed when a host starts, and within an hour. The audit log stays, and says who did it.',
      response: z.null(),
      status: 204,
      problems: ['not-found'],
      handle: async ({ path, person, by, actsOn }) => {
        await erasure.erase(path.id, { person, by });
        actsOn(path.id);
        return null;
      },
    }),
    route({
      method: 'POST',
      path: '/admin/keys',
      auth: 'administration',
      summary: 'Create a key',
      description:
        'The key is shown only in this answer. It has no scope that its maker lacks; only an operator makes keys of another account.',
      request: z.object({
        account_id: Account.shape.account_id,
        name: singleLine(200).optional().describe('A name of your choice'),
        scopes: z
          .array(z.enum([...scopes, ...extensions(pluginScopes).map(({ value }) => value.name)]))
          .min(1)
          .optional()
          .describe('Default: time and clinical'),
        expires_at: z.iso
          .datetime({ offset: true })
          .nullable()
          .optional()
          .describe(`ISO 8601; null for never; default: ${keyDays === null ? 'never' : `in ${keyDays} days`}`),
        ip: z
          .array(AddressRange)
          .max(100)
          .optional()
          .describe('Addresses and ranges it may be used from, such as 192.0.2.0/24; default: any'),
      }),
      response: IssuedKey,
      status: 201,
      recordOf: ({ id }) => id,
      handle: async ({ input, operationId, ...call }) => {
        const reach = reachOf(call);
        if (reach !== undefined && input.account_id !== reach) throw otherAccount();
        const wanted = input.scopes ?? everydayScopes;
        requireHeld(wanted, call.scopes);
        const created = await accounts.createKey({
          ...{ expires_at: defaultExpiry(keyDays), ...input, scopes: wanted, operationId },
        });
        call.actsOn(created.account_id);
        return created;
      },
    }),
    route({
      method: 'GET',
      path: '/admin/keys',
      auth: 'administration',
      summary: 'List keys, without the keys themselves',
      request: z.object(page),
      response: z.object({
        keys: z.array(KeyDescription).readonly().describe('In order of creation'),
        next_cursor: nextCursor,
      }),
      handle: async ({ input, ...call }) => {
        const { items, next } = await accounts.listKeys(input.cursor, reachOf(call));
        return { keys: items, next_cursor: next };
      },
    }),
    route({
      method: 'POST',
      path: '/admin/keys/{id}/rotate',
      auth: 'administration',
      summary: 'Give a key a new secret',
      description:
        'The id and all else of the key stay. The secret before ends at once, with its open streams, unless `grace_seconds` says how long it goes on; one that goes on from an earlier rotation ends. The new secret is shown only in this answer.',
      request: z.object({
        grace_seconds: z
          .int()
          .min(0)
          .max(longestGraceSeconds)
          .optional()
          .describe('How long the secret before goes on; default: 0, it ends at once'),
      }),
      response: IssuedKey,
      problems: ['not-found'],
      handle: async ({ path, input, operationId, ...call }) => {
        const { scopes: granted, account_id } = await accounts.getKey(path.id, reachOf(call));
        call.actsOn(account_id);
        // The new secret gives whoever asks for it all that the key may do.
        requireHeld(granted, call.scopes);
        return accounts.rotateKey(path.id, { graceSeconds: input.grace_seconds, operationId });
      },
    }),
    route({
      method: 'DELETE',
      path: '/admin/keys/{id}',
      auth: 'administration',
      summary: 'Revoke a key, at once',
      response: z.null(),
      status: 204,
      handle: async ({ path, ...call }) => {
        const revoked = await accounts.getKey(path.id, reachOf(call));
        call.actsOn(revoked.account_id);
        // An admin does not lock those out who run the host.
        if (revoked.scopes.includes('operator')) requireHeld(['operator'], call.scopes);
        await accounts.revokeKey(path.id);
        return null;
      },
    }),
  ],
});

function defaultExpiry(keyDays: number | null): string | null {
  return keyDays === null ? null : new Date(Date.now() + keyDays * 86_400_000).toISOString();
}

/** The account whose keys a caller reaches; undefined for those of all. */
function reachOf({ account, scopes: held }: Caller): string | undefined {
  return held.includes('operator') ? undefined : account;
}

/** @throws Problem `forbidden` if a key would have scopes that a caller lacks */
function requireHeld(wanted: readonly Scope[], held: readonly Scope[]): void {
  const lacking = wanted.filter((each) => !mayCall(held, each));
  if (lacking.length === 0) return;
  throw new Problem('forbidden', {
    detail: `The key has a scope that you lack: ${lacking.join(', ')}. Leave it out, or ask somebody who has it.`,
  });
}

function otherAccount(): Problem {
  return new Problem('forbidden', {
    detail: 'Only an operator makes keys of another account. Make one of your own account.',
  });
}
