import { z } from 'zod';
import { type Command, parse, subcommand, table, UsageError } from './command.ts';
import { connect, connectionOptions, connectionUsage } from './connect.ts';

/** Manages the people of a running host, over HTTP like any client. */
export const command: Command = {
  usage: `Usage: chronoscribe people invite EMAIL --name NAME [--roles admin,clinician,viewer,developer]
       chronoscribe people list
       chronoscribe people disable EMAIL
       chronoscribe people enable EMAIL
       chronoscribe people reset EMAIL

Manages the people who sign in to the console of a running host. invite and reset print a link, once, alone on standard
output: give it to the person, who chooses a password there. Whoever cannot sign in any more makes a key at the machine of
the host first: chronoscribe keys create --scopes admin,operator

  --name NAME     the person's name for others
  --roles LIST    what the person may do; default clinician
${connectionUsage('the scope admin, of the account of the people')}`,
  async run([name, ...args]) {
    await subcommand(commands, name)(args);
    return 0;
  },
};

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  invite,
  list,
  disable: (args) => setDisabled(args, true),
  enable: (args) => setDisabled(args, false),
  reset,
};

const path = '/api/v1/people';

const Person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
  disabled: z.boolean(),
  last_seen_at: z.string().nullable(),
});
const People = z.object({ items: z.array(Person) });
const Linked = z.object({ link: z.string(), expires_at: z.string() });

async function invite(args: readonly string[]): Promise<void> {
  const options = { ...connectionOptions, name: { type: 'string' }, roles: { type: 'string' } } as const;
  const { values, positionals } = parse(args, options, ['EMAIL']);
  const [email = ''] = positionals;
  if (values.name === undefined) throw new UsageError('missing: --name NAME, the name of the person for others');
  const roles = (values.roles ?? 'clinician').split(',').map((role) => role.trim());
  const client = await connect(values);
  printLink(await client.call('POST', path, Linked, { email, name: values.name, roles }));
}

async function list(args: readonly string[]): Promise<void> {
  const { values } = parse(args, connectionOptions);
  const { items } = await (await connect(values)).call('GET', path, People);
  const rows = items.map(({ email, name, roles, disabled, last_seen_at }) => [
    ...[email, name, roles.join(','), disabled ? 'disabled' : 'enabled', last_seen_at ?? 'never'],
  ]);
  process.stdout.write(table([['EMAIL', 'NAME', 'ROLES', 'STATE', 'LAST SIGN-IN'], ...rows]));
}

async function setDisabled(args: readonly string[], disabled: boolean): Promise<void> {
  const { values, positionals } = parse(args, connectionOptions, ['EMAIL']);
  const { client, person } = await found(values, positionals[0]);
  await client.call('PATCH', `${path}/${person.id}`, Person, { disabled });
  process.stdout.write(`${disabled ? 'disabled' : 'enabled'} ${person.email}\n`);
}

async function reset(args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args, connectionOptions, ['EMAIL']);
  const { client, person } = await found(values, positionals[0]);
  printLink(await client.call('POST', `${path}/${person.id}/reset`, Linked));
}

/** @throws Error that names the address, if nobody has it */
async function found(values: Parameters<typeof connect>[0], email = '') {
  const client = await connect(values);
  const { items } = await client.call('GET', path, People);
  const person = items.find((each) => each.email === email.toLowerCase());
  if (person === undefined) throw new Error(`There is nobody with the address ${email}. List all with: people list`);
  return { client, person };
}

function printLink({ link, expires_at }: z.output<typeof Linked>): void {
  process.stderr.write(`valid until ${expires_at}, and once:\n`);
  process.stdout.write(`${link}\n`);
}
