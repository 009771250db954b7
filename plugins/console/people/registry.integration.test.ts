import { Cluster, Store } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import sqlite from '../../../providers/store/sqlite/index.ts';
import { createPersonRegistry, type NewPerson } from './registry.ts';
import { people } from './stored-person.ts';

test('an invitation that is repeated after a crash adds its person once; another for the same address is refused', async () => {
  const { instance: store, provided, stop } = await startProvider(Store, sqlite);
  onTestFinished(stop);
  await store.prepare(people);
  const registry = createPersonRegistry(store, provided(Cluster));
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
