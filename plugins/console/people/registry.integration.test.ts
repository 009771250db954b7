import { Cluster, Store } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import sqlite from '../../../providers/store/sqlite/index.ts';
import type { Role } from '../sessions/roles.ts';
import { createInvitations } from './invitations.ts';
import { createPersonRegistry, invitations, type NewPerson, people } from './registry.ts';

test('an invitation that is repeated after a crash adds its person once; another for the same address is refused', async () => {
  const { instance: store, provided, stop } = await startProvider(Store, sqlite);
  onTestFinished(stop);
  await store.prepare(people);
  const registry = createPersonRegistry(store, provided(Cluster), () => ({ scopes: [], roles: [] }));
  const ada = {
    account: 'default',
    email: 'ada@practice.example',
    name: 'Ada',
    roles: ['clinician'],
  } satisfies NewPerson;
  const added = await registry.add({ ...ada, operationId: 'one' });
  expect(await registry.add({ ...ada, operationId: 'one' })).toEqual(added);
  const again = registry.add({ ...ada, operationId: 'two' });
  await expect(again).rejects.toMatchObject({ code: 'email-taken' });
  expect(await registry.list('default')).toEqual([added]);
});

/** A registry with its links, on a store of its own. */
async function registries() {
  const { instance: store, provided, stop } = await startProvider(Store, sqlite);
  onTestFinished(stop);
  await store.prepare(people, invitations);
  const cluster = provided(Cluster);
  return {
    store,
    registry: createPersonRegistry(store, cluster, () => ({ scopes: [], roles: [] })),
    links: createInvitations(store, cluster),
  };
}

test('who becomes an operator has no link that an admin asks for at the same time', async () => {
  const { store, registry, links } = await registries();
  const raised = ['operator'] as const;
  for (let round = 0; round < 20; round += 1) {
    const email = `${round}@practice.example`;
    const { id, account } = await registry.add({ account: 'default', email, name: 'N', roles: ['viewer'] });
    const raise = () => registry.change(account, id, { roles: [...raised] }, ['operator', 'admin']);
    const ask = () => links.issue(account, id, ['admin']);
    await Promise.allSettled(round % 2 === 0 ? [raise(), ask()] : [ask(), raise()]);
    expect((await store.find(invitations, { equals: { person: id } })).items).toEqual([]);
    await expect(ask()).rejects.toMatchObject({ code: 'forbidden' });
    await expect(links.issue('acc_other', id, ['operator'])).rejects.toMatchObject({ code: 'not-found' });
  }
});

describe('roles by groups of an identity provider', () => {
  const managed = { issuer: 'https://id.example', subject: 's', isManaged: true };
  const setting = async (...people: readonly (readonly Role[])[]) => {
    const { registry, links } = await registries();
    const added = await Promise.all(
      people.map(async (roles, index) => {
        const email = `${index}@practice.example`;
        const { id } = await registry.add({ account: 'default', email, name: 'N', roles: [...roles] });
        await registry.update(id, () => ({ lastSeenAt: 1 }));
        return id;
      }),
    );
    const assign = async (id: string, roles: readonly Role[], { account = 'default', decides = true } = {}) =>
      (await registry.assign(id, { account, roles, decidesOnOperators: decides, oidc: managed }))?.roles.toSorted();
    return { registry, links, ids: added, assign };
  };

  test('take no last operator, and take others', async () => {
    const { assign, ids } = await setting(['operator', 'admin'], ['operator']);
    const [first = '', second = ''] = ids;
    expect(await assign(second, ['viewer'])).toEqual(['viewer']);
    expect(await assign(first, ['viewer'])).toEqual(['operator', 'viewer']);
    expect(await assign(first, [])).toEqual(['operator']);
    expect(await assign(second, [])).toBeUndefined();
  });

  test('leave an operator alone where no group makes one', async () => {
    const { assign, ids } = await setting(['operator', 'clinician'], ['operator', 'admin']);
    const [person = ''] = ids;
    expect(await assign(person, ['viewer'], { decides: false })).toEqual(['operator', 'viewer']);
    // Who is in no group any more has left.
    expect(await assign(person, [], { decides: false })).toBeUndefined();
  });

  test('give nothing in another account', async () => {
    const { assign, ids } = await setting(['viewer'], ['operator', 'admin']);
    const [person = ''] = ids;
    expect(await assign(person, ['operator', 'admin'], { account: 'acc_other' })).toEqual(['viewer']);
    expect(await assign(person, [], { account: 'acc_other' })).toBeUndefined();
  });

  test('make no operator by whose link an admin could become one', async () => {
    const { assign, ids, links } = await setting(['viewer'], ['operator', 'admin']);
    const [person = ''] = ids;
    const { token } = await links.issue('default', person, ['admin']);
    expect(await assign(person, ['operator'])).toEqual(['operator']);
    await expect(links.find(token)).rejects.toMatchObject({ code: 'not-found' });
  });
});
