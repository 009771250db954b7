import { defineCollection, definePlugin, findAll, route, Store } from 'chronoscribe';
import { temporaryFolder, testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { invited } from '../plugins/console/testing/people.ts';

const migrations = defineCollection({ name: 'migrations', schema: z.object({ id: z.string() }), indexes: [] });

/** Makes the store that of a version before there were operators. */
const older = definePlugin({
  name: 'older',
  auth: 'time',
  needs: { store: Store },
  routes: ({ needs: { store } }) => [
    route({
      method: 'POST',
      path: '/v1/older',
      summary: 'Forget what was migrated',
      response: z.null(),
      status: 204,
      async handle() {
        for await (const { id } of findAll(store, migrations, {})) await store.delete(migrations, id);
        return null;
      },
    }),
  ],
});

test.each(['sqlite', 'lowdb'])(
  'at the first start with operators, the people who administered %s become operators, once, and others do not',
  async (store) => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    const options = { dataFolder: folder.path, plugins: [older], config: { providers: { store: { use: store } } } };
    let host = await testHost(options);
    onTestFinished(() => host.stop());
    const restart = async () => {
      await host.stop();
      host = await testHost(options);
    };
    const newKey = async (account_id: string, scopes: readonly string[]) => {
      const { json } = await host.call('POST', '/admin/keys', { json: { account_id, scopes } });
      return (json as { key: string }).key;
    };
    const { account } = await host.newAccount();
    const foreign = await newKey(account, ['time', 'admin']);
    await invited(host, { email: 'a@x.example', name: 'A', roles: ['admin'] });
    await invited(host, { email: 'v@x.example', name: 'V', roles: ['viewer'] });
    await invited(host, { email: 'f@x.example', name: 'F', roles: ['admin'] }, foreign);
    await host.call('POST', '/v1/older');
    await restart();

    const rolesOf = async (key: string) =>
      ((await host.call('GET', '/api/v1/people', { key })).json as { items: readonly { roles: unknown }[] }).items.map(
        ({ roles }) => roles,
      );
    expect(await rolesOf(host.key)).toEqual([['operator', 'admin'], ['viewer']]);
    expect(await rolesOf(foreign)).toEqual([['admin']]);

    await invited(host, { email: 'l@x.example', name: 'L', roles: ['admin'] });
    await restart();
    expect(await rolesOf(host.key)).toEqual([['operator', 'admin'], ['viewer'], ['admin']]);
  },
);
