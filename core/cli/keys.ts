import { existsSync } from 'node:fs';
import { z } from 'zod';
import { type AccountRegistry, createAccountRegistry } from '../accounts/registry.ts';
import { scopes } from '../api/scope.ts';
import { openAuditLog } from '../audit/audit-log.ts';
import { auditFolder } from '../audit/chain.ts';
import { expectation } from '../config/expectation.ts';
import { planHost } from '../host/plan.ts';
import type { Audit, AuditEvent } from '../kinds/audit.ts';
import { type Page, Store } from '../kinds/store.ts';
import { type Command, parse, UsageError } from './command.ts';
import { withParts } from './open-parts.ts';
import { configurationOptions, configurationUsage, requested } from './request.ts';
import { table } from './table.ts';

/** Keys and accounts, straight from the store: what is made is good at once, what is revoked is refused at once, in a running host too. */
export const command: Command = {
  usage: `Usage: chronoscribe keys create [--account ID] [--name NAME] [--scopes time,clinical,admin] [--expires TIME]
       chronoscribe keys list
       chronoscribe keys revoke ID
       chronoscribe keys accounts

Makes, lists and revokes API keys, beside a running host too. A key is printed once, when it is made:
alone on standard output, so that a script can take it.

  --account ID    whose data it opens; "default" unless given
  --name NAME     what you call it
  --scopes LIST   what it may do: time, clinical, admin; the first two unless given
  --expires TIME  when it ends, such as 2030-01-31T00:00:00Z; never unless given
${configurationUsage}`,
  async run([name = '', ...args]) {
    const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (run === undefined) throw new UsageError(`expected one of: ${Object.keys(commands).join(', ')}`);
    await run(args);
    return 0;
  },
};

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = { create, list, revoke, accounts };

const createOptions = {
  ...configurationOptions,
  account: { type: 'string' },
  name: { type: 'string' },
  scopes: { type: 'string' },
  expires: { type: 'string' },
} as const;

const KeyWanted = z.object({
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
});

async function create(args: readonly string[]): Promise<void> {
  const { values } = parse(args, createOptions);
  const wanted = understood(KeyWanted.safeParse(values));
  const made = await withAccounts(values, async (registry, audit) => {
    const key = await registry.createKey({
      account_id: wanted.account,
      name: wanted.name,
      scopes: wanted.scopes,
      expires_at: wanted.expires,
    });
    await audit.record({ ...byCommand('create'), account: key.account_id, record: key.id });
    return key;
  });
  process.stdout.write(`${made.key}\n`);
  process.stderr.write(
    `\nKeep it now: it is not shown again.\n\n${table([
      ['id', made.id],
      ['account', made.account_id],
      ['scopes', made.scopes.join(', ')],
      ['expires', made.expires_at ?? 'never'],
    ])}`,
  );
}

async function list(args: readonly string[]): Promise<void> {
  const { values } = parse(args, configurationOptions);
  const keys = await withAccounts(values, (registry) => everything((cursor) => registry.listKeys(cursor)));
  const rows = keys.map((key) => [
    key.id,
    key.account_id,
    key.name ?? '',
    key.scopes.join(','),
    key.created_at,
    key.expires_at ?? 'never',
  ]);
  process.stdout.write(table([['ID', 'ACCOUNT', 'NAME', 'SCOPES', 'CREATED', 'EXPIRES'], ...rows]));
}

async function revoke(args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args, configurationOptions, ['ID']);
  const [id = ''] = positionals;
  await withAccounts(values, async (registry, audit) => {
    await registry.revokeKey(id);
    await audit.record({ ...byCommand('revoke'), account: null, record: id });
  });
  process.stdout.write(`revoked ${id}\n`);
}

async function accounts(args: readonly string[]): Promise<void> {
  const { values } = parse(args, configurationOptions);
  const found = await withAccounts(values, (registry) => everything((cursor) => registry.listAccounts(cursor)));
  process.stdout.write(table([['ID', 'NAME'], ...found.map(({ account_id, name }) => [account_id, name])]));
}

/** Nobody's key asked for it: whoever has the data folder did. */
function byCommand(name: string): Pick<AuditEvent, 'key' | 'action' | 'outcome'> {
  return { key: null, action: `chronoscribe keys ${name}`, outcome: 'done' };
}

/** @throws UsageError that names the option and what was wrong with it. */
function understood<T>(parsed: z.ZodSafeParseResult<T>): T {
  if (parsed.success) return parsed.data;
  throw new UsageError(
    parsed.error.issues.map((issue) => `--${String(issue.path[0])}: ${expectation(issue) ?? issue.message}`).join('\n'),
  );
}

/** Where there is no data yet, a folder that was mistyped is likelier than a host that has never been started. */
async function withAccounts<T>(
  values: Parameters<typeof requested>[0],
  use: (registry: AccountRegistry, audit: Audit) => Promise<T>,
): Promise<T> {
  const { configuration, parts } = await planHost(requested(values));
  if (!existsSync(configuration.data)) {
    throw new Error(
      `There is no data folder ${configuration.data}. Name another with --data, or start the host once to make it.`,
    );
  }
  const audit = await openAuditLog(auditFolder(configuration.data));
  return withParts(parts, { store: Store }, async ({ store }) => use(await createAccountRegistry(store), audit)).finally(() =>
    audit.stop(),
  );
}

async function everything<T>(page: (cursor?: string) => Promise<Page<T>>): Promise<readonly T[]> {
  const { items, next } = await page();
  const all = [...items];
  for (let cursor = next; cursor !== null; ) {
    const more = await page(cursor);
    all.push(...more.items);
    cursor = more.next;
  }
  return all;
}
