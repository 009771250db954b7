import { z } from 'zod';
import { defineCommand, form, table } from './command.ts';
import { type ConnectionValues, connect, connectionOptions } from './connect.ts';

const connection = connectionOptions('the scope admin, of the account of the people');
const name = z.string().meta({ value: 'NAME', description: 'the name of the person for others' });
const roles = z
  .string()
  .default('clinician')
  .transform((list) => list.split(',').map((role) => role.trim()))
  .meta({
    value: 'LIST',
    description:
      'what the person may do: admin, clinician, viewer, developer, a role or scope of a plugin, or operator, which only a ' +
      'key with that scope gives; default clinician',
  });

/** Manages the people of a running host, over HTTP like any client. */
export const command = defineCommand({
  name: 'people',
  about: `Manages the people who sign in to the console of a running host. invite and reset print a link, once, alone on standard
output: give it to the person, who chooses a password there. Whoever cannot sign in any more makes a key at the machine of
the host first: chronoscribe keys create --scopes admin,operator`,
  forms: {
    invite: form(['EMAIL'], { name, roles, ...connection }, async ({ name, roles, ...values }, email: string) =>
      printLink(await (await connect(values)).call('POST', path, Linked, { email, name, roles })),
    ),
    list: form([], connection, list),
    disable: form(['EMAIL'], connection, (values, email: string) => setDisabled(values, email, true)),
    enable: form(['EMAIL'], connection, (values, email: string) => setDisabled(values, email, false)),
    reset: form(['EMAIL'], connection, async (values, email: string) => {
      const { client, person } = await found(values, email);
      printLink(await client.call('POST', `${path}/${person.id}/reset`, Linked));
    }),
  },
  shared: connection,
});

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

async function list(values: ConnectionValues): Promise<void> {
  const { items } = await (await connect(values)).call('GET', path, People);
  const rows = items.map(({ email, name, roles, disabled, last_seen_at }) => [
    ...[email, name, roles.join(','), disabled ? 'disabled' : 'enabled', last_seen_at ?? 'never'],
  ]);
  process.stdout.write(table([['EMAIL', 'NAME', 'ROLES', 'STATE', 'LAST SIGN-IN'], ...rows]));
}

async function setDisabled(values: ConnectionValues, email: string, disabled: boolean): Promise<void> {
  const { client, person } = await found(values, email);
  await client.call('PATCH', `${path}/${person.id}`, Person, { disabled });
  process.stdout.write(`${disabled ? 'disabled' : 'enabled'} ${person.email}\n`);
}

/** @throws Error that names the address, if nobody has it */
async function found(values: ConnectionValues, email: string) {
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
