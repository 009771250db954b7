import { z } from 'zod';
import {
  type AccountRegistry,
  createAccountRegistry,
  describeKey,
  keys,
  accounts as storedAccounts,
} from '../accounts/registry.ts';
import { isPluginScope, scopes as ownScopes, scopeSchemas } from '../api/access.ts';
import { AddressRange } from '../api/address-range.ts';
import { unknownName } from '../api/text.ts';
import { openAuditLog } from '../audit/audit-log.ts';
import { scopesIn } from '../host/composition.ts';
import type { IssuedKey } from '../kinds/accounts.ts';
import type { Audit, AuditEvent } from '../kinds/audit.ts';
import { Archive, type Collection, type Document, documentsIn, Store } from '../kinds/store.ts';
import { planToChange, planToRead } from './archive.ts';
import { type ConfigurationValues, configurationOptions, defineCommand, form, table } from './command.ts';
import { withParts } from './parts.ts';
import { withExtensions } from './plugin-commands.ts';

const listOf = <Member extends z.ZodType<unknown, string>>(member: Member) =>
  z
    .string()
    .transform((list) => list.split(',').map((each) => each.trim()))
    .pipe(z.array(member))
    .optional();

const createOptions = {
  account: z
    .string()
    .min(1)
    .default('default')
    .meta({ value: 'ID', description: 'the account whose data it opens; default "default"' }),
  name: z.string().trim().min(1).max(200).optional().meta({ value: 'NAME', description: 'your name for the key' }),
  scopes: listOf(scopeSchemas.any).meta({
    value: 'LIST',
    description: 'what it may do: time, clinical, admin, operator, or a scope of a plugin; default time,clinical',
  }),
  expires: z.iso
    .datetime({ offset: true, error: 'expected a time such as 2030-01-31T00:00:00Z' })
    .refine((time) => Date.parse(time) > Date.now(), 'that time has passed')
    .optional()
    .meta({ value: 'TIME', description: 'when it expires, such as 2030-01-31T00:00:00Z; default never' }),
  ip: listOf(AddressRange).meta({
    value: 'LIST',
    description: 'the addresses it may be used from, such as 192.0.2.0/24,2001:db8::/32; default any',
  }),
};

const grace = z.coerce.number().int().min(0).default(0).meta({
  value: 'SECONDS',
  description: 'how long the secret before goes on after a rotation; default 0, it ends at once',
});

/** Manages keys and accounts directly in the store. Changes act at once, also in a running host. */
export const command = defineCommand({
  name: 'keys',
  about: `Creates, lists, rotates and revokes API keys, also while a host runs. A key is printed once, when it is created or gets a
new secret, alone on standard output, so that a script can read it.`,
  forms: {
    create: form([], { ...createOptions, ...configurationOptions }, create),
    list: form([], configurationOptions, list),
    rotate: form(['ID'], { grace, ...configurationOptions }, async (values, id: string) => {
      const rotated = await withAccounts(values, async (registry, audit) => {
        const key = await registry.rotateKey(id, { graceSeconds: values.grace });
        await audit.record({ ...auditFields('rotate'), account: key.account_id, record: id });
        return key;
      });
      print(rotated);
    }),
    revoke: form(['ID'], configurationOptions, async (values, id: string) => {
      await withAccounts(values, async (registry, audit) => {
        const { account_id } = await registry.getKey(id);
        await registry.revokeKey(id);
        await audit.record({ ...auditFields('revoke'), account: account_id, record: id });
      });
      process.stdout.write(`revoked ${id}\n`);
    }),
    accounts: form([], configurationOptions, async (values) => {
      const found = await stored(values, storedAccounts);
      process.stdout.write(table([['ID', 'NAME'], ...found.map(({ id, name }) => [id, name])]));
    }),
  },
});

type CreateValues = ConfigurationValues & z.output<z.ZodObject<typeof createOptions>>;

async function create({ account, name, scopes, expires, ip, ...values }: CreateValues): Promise<void> {
  if (scopes?.some(isPluginScope)) {
    // The plugins are started only to be asked for what they bring.
    const known = [...ownScopes, ...(await withExtensions(await planToChange(values), async (all) => scopesIn(all)))];
    for (const each of scopes) if (!known.includes(each)) throw new Error(unknownName('scope', each, known));
  }
  const made = await withAccounts(values, async (registry, audit) => {
    const key = await registry.createKey({ account_id: account, name, scopes, expires_at: expires, ip });
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

async function list(values: ConfigurationValues): Promise<void> {
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

/** The fields of an audit entry that name no key: access to the data folder is what allowed the command. */
function auditFields(name: string): Pick<AuditEvent, 'key' | 'action' | 'outcome'> {
  return { key: null, action: `chronoscribe keys ${name}`, outcome: 'done' };
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
