import { z } from 'zod';
import { type AccountRegistry, createAccountRegistry, describeKey } from '../accounts/registry.ts';
import { keys, accounts as storedAccounts } from '../accounts/stored-account.ts';
import { scopes } from '../api/access.ts';
import { AddressRange } from '../api/address-range.ts';
import { openAuditLog } from '../audit/audit-log.ts';
import { expectation } from '../config/expectation.ts';
import type { IssuedKey } from '../kinds/accounts.ts';
import { Archive, documentsIn } from '../kinds/archive.ts';
import type { Audit, AuditEvent } from '../kinds/audit.ts';
import { type Collection, type Document, Store } from '../kinds/store.ts';
import { planToChange, planToRead } from './archive.ts';
import {
  type Command,
  type ConfigurationValues,
  configurationOptions,
  configurationUsage,
  parse,
  subcommand,
  table,
  UsageError,
} from './command.ts';
import { withParts } from './parts.ts';

/** Manages keys and accounts directly in the store. Changes act at once, also in a running host. */
export const command: Command = {
  usage: `Usage: chronoscribe keys create [--account ID] [--name NAME] [--scopes LIST] [--expires TIME] [--ip LIST]
       chronoscribe keys list
       chronoscribe keys rotate ID [--grace SECONDS]
       chronoscribe keys revoke ID
       chronoscribe keys accounts

Creates, lists, rotates and revokes API keys, also while a host runs. A key is printed once, when it is created or gets a
new secret, alone on standard output, so that a script can read it.

  --account ID    the account whose data it opens; default "default"
  --name NAME     your name for the key
  --scopes LIST   what it may do: time, clinical, admin, operator; default time,clinical
  --expires TIME  when it expires, such as 2030-01-31T00:00:00Z; default never
  --ip LIST       the addresses it may be used from, such as 192.0.2.0/24,2001:db8::/32; default any
  --grace SECONDS how long the secret before goes on after a rotation; default 0, it ends at once
${configurationUsage}`,
  async run([name, ...args]) {
    await subcommand(commands, name)(args);
    return 0;
  },
};

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  create,
  list,
  rotate,
  revoke,
  accounts,
};

const createOptions = {
  ...configurationOptions,
  account: { type: 'string' },
  name: { type: 'string' },
  scopes: { type: 'string' },
  expires: { type: 'string' },
  ip: { type: 'string' },
} as const;

const KeyOptions = z.object({
  account: z.string().min(1).default('default'),
  name: z.string().trim().min(1).max(200).optional(),
  scopes: z
    .string()
    .transform((text) => text.split(',').map((scope) => scope.trim()))
    .pipe(z.array(z.enum(scopes)))
    .optional(),
  expires: z.iso
    .datetime({ offset: true, error: 'expected a time such as 2030-01-31T00:00:00Z' })
    .refine((time) => Date.parse(time) > Date.now(), 'that time has passed')
    .optional(),
  ip: z
    .string()
    .transform((text) => text.split(',').map((range) => range.trim()))
    .pipe(z.array(AddressRange))
    .optional(),
});

async function create(args: readonly string[]): Promise<void> {
  const { values } = parse(args, createOptions);
  const wanted = parseOptions(KeyOptions.safeParse(values));
  const made = await withAccounts(values, async (registry, audit) => {
    const key = await registry.createKey({
      account_id: wanted.account,
      name: wanted.name,
      scopes: wanted.scopes,
      expires_at: wanted.expires,
      ip: wanted.ip,
    });
    await audit.record({ ...auditFields('create'), account: key.account_id, record: key.id });
    return key;
  });
  print(made);
}

function print(key: IssuedKey): void {
  process.stdout.write(`${key.key}\n`);
  process.stderr.write(
    `\nKeep it now: it is not shown again.\n\n${table([
      ['id', key.id],
      ['account', key.account_id],
      ['scopes', key.scopes.join(', ')],
      ['expires', key.expires_at ?? 'never'],
      ['used from', key.ip.length === 0 ? 'any address' : key.ip.join(', ')],
    ])}`,
  );
}

async function list(args: readonly string[]): Promise<void> {
  const { values } = parse(args, configurationOptions);
  const rows = (await stored(values, keys))
    .map(describeKey)
    .map((key) => [
      key.id,
      key.account_id,
      key.name ?? '',
      key.scopes.join(','),
      key.created_at,
      key.expires_at ?? 'never',
      key.last_used_at ?? 'never',
      key.ip.length === 0 ? 'any' : key.ip.join(','),
    ]);
  const head = ['ID', 'ACCOUNT', 'NAME', 'SCOPES', 'CREATED', 'EXPIRES', 'LAST USED', 'USED FROM'];
  process.stdout.write(table([head, ...rows]));
}

const RotateOptions = z.object({ grace: z.coerce.number().int().min(0).default(0) });

async function rotate(args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args, { ...configurationOptions, grace: { type: 'string' } }, ['ID']);
  const [id = ''] = positionals;
  const { grace } = parseOptions(RotateOptions.safeParse(values));
  const rotated = await withAccounts(values, async (registry, audit) => {
    const key = await registry.rotateKey(id, { graceSeconds: grace });
    await audit.record({ ...auditFields('rotate'), account: key.account_id, record: id });
    return key;
  });
  print(rotated);
}

async function revoke(args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args, configurationOptions, ['ID']);
  const [id = ''] = positionals;
  await withAccounts(values, async (registry, audit) => {
    const { account_id } = await registry.getKey(id);
    await registry.revokeKey(id);
    await audit.record({ ...auditFields('revoke'), account: account_id, record: id });
  });
  process.stdout.write(`revoked ${id}\n`);
}

async function accounts(args: readonly string[]): Promise<void> {
  const { values } = parse(args, configurationOptions);
  const found = await stored(values, storedAccounts);
  process.stdout.write(table([['ID', 'NAME'], ...found.map(({ id, name }) => [id, name])]));
}

/** The fields of an audit entry that name no key: access to the data folder is what allowed the command. */
function auditFields(name: string): Pick<AuditEvent, 'key' | 'action' | 'outcome'> {
  return { key: null, action: `chronoscribe keys ${name}`, outcome: 'done' };
}

/** @throws UsageError that names each wrong option and what is wrong with it */
function parseOptions<T>(parsed: z.ZodSafeParseResult<T>): T {
  if (parsed.success) return parsed.data;
  throw new UsageError(
    parsed.error.issues.map((issue) => `--${String(issue.path[0])}: ${expectation(issue) ?? issue.message}`).join('\n'),
  );
}

/** @throws Error if there is no data folder */
async function withAccounts<T>(
  values: ConfigurationValues,
  use: (registry: AccountRegistry, audit: Audit) => Promise<T>,
): Promise<T> {
  const plan = await planToChange(values);
  const { configuration, log } = plan;
  const { data, cluster: isClustered } = configuration;
  return withParts(plan, { store: Store }, async ({ store }) => {
    const audit = await openAuditLog({ data, store, isClustered, log });
    try {
      return await use(await createAccountRegistry(store, log), audit);
    } finally {
      await audit.stop();
    }
  });
}

/** All documents of a collection, in order of their creation. Nothing is created or changed. */
async function stored<T extends Document & { readonly createdAt: number }>(
  values: ConfigurationValues,
  collection: Collection<T>,
): Promise<readonly T[]> {
  const plan = await planToRead(values);
  const found = await withParts(plan, { archive: Archive }, ({ archive }) =>
    Array.fromAsync(documentsIn(archive, collection)),
  );
  return found.toSorted((one, other) => one.createdAt - other.createdAt);
}
