import { expect, onTestFinished, test } from 'vitest';
import sqlite from '../../providers/store/sqlite/index.ts';
import { accounts, createAccountRegistry, keys } from '../accounts/registry.ts';
import type { Logger } from '../api/logger.ts';
import { silentLog, startProvider } from '../testing/provider.ts';
import { Store } from './store.ts';

test('a migration to operators logs by id which keys became what, once, and nothing else of them', async () => {
  const { instance: store, stop } = await startProvider(Store, sqlite);
  onTestFinished(stop);
  await store.prepare(accounts, keys);
  const rest = { name: 'private', expiresAt: null, createdAt: 1, lastUsedAt: null, ip: [] };
  const others = { formerId: null, formerUntil: null, rotation: null };
  const add = (keyId: string, account: string, scopes: ('time' | 'admin' | 'operator')[]) =>
    store.put(keys, { id: `hash-of-${keyId}`, keyId, account, scopes, ...rest, ...others });
  await add('key_first', 'default', ['time', 'admin']);
  await add('key_time', 'default', ['time']);
  await add('key_new', 'default', ['admin', 'operator']);
  await add('key_other', 'acc_1', ['admin']);
  const lines: unknown[] = [];
  const log: Logger = { ...silentLog, info: (fields: unknown) => void lines.push(fields) };
  await createAccountRegistry(store, log);
  await createAccountRegistry(store, log);
  expect(lines).toEqual([{ migration: 'operator-keys', operators: ['key_first'], admins: ['key_other'] }]);
});
