import { z } from 'zod';
import { type Ask, Broken, type Load, reading, refused } from '../deed.ts';
import { newName, type Practice } from '../practice.ts';

const Account = z.object({ account_id: z.string(), name: z.string() });
const IssuedKey = z.object({ id: z.string(), account_id: z.string(), key: z.string(), name: z.string().nullable() });
const Accounts = z.object({ accounts: z.array(Account), next_cursor: z.string().nullable() });
const Keys = z.object({ keys: z.array(IssuedKey.omit({ key: true })), next_cursor: z.string().nullable() });

/** Accounts and keys, and what an operator looks at. */
export const adminLoad: Load = {
  ...Object.fromEntries(
    [
      '/admin/parts',
      '/admin/limits',
      '/admin/models',
      '/admin/backups',
      '/admin/audit',
      '/admin/audit/verification',
    ].map((path) => {
      const operation = `GET ${path}`;
      const act = (practice: Practice) => reading(operation, practice, path, { key: practice.adminKey });
      return [operation, { weight: 1, act }];
    }),
  ),
  'POST /admin/models/{name}/download': {
    weight: 1,
    act({ adminKey: key }) {
      const operation = 'POST /admin/models/{name}/download';
      return refused({ operation, call: { method: 'POST', path: '/admin/models/none/download', key } }, [404]);
    },
  },
  'POST /admin/backups': {
    weight: 1,
    act() {
      // A key that nobody has: a backup each time would fill the disk.
      return refused(
        { operation: 'POST /admin/backups', call: { method: 'POST', path: '/admin/backups', key: 'csk_none' } },
        [401],
      );
    },
  },
  'POST /admin/accounts': {
    weight: 2,
    act(practice) {
      const name = newName(practice);
      return {
        operation: 'POST /admin/accounts',
        call: { method: 'POST', path: '/admin/accounts', key: practice.adminKey, json: { name } },
        book(answer) {
          practice.accounts.set(Account.parse(answer.json).account_id, name);
        },
        async lookFor(ask) {
          const made = (await accountsOf(practice, ask)).filter((account) => account.name === name);
          if (made.length > 1) throw new Broken('twice', `the account ${name} is there ${made.length} times`);
          for (const { account_id } of made) practice.accounts.set(account_id, name);
        },
      };
    },
  },
  'GET /admin/accounts': {
    weight: 1,
    act: (practice) => reading('GET /admin/accounts', practice, '/admin/accounts', { key: practice.adminKey }),
  },
  'POST /admin/keys': {
    weight: 2,
    act(practice, random) {
      if (practice.accounts.size === 0) return undefined;
      const name = newName(practice);
      return {
        operation: 'POST /admin/keys',
        call: {
          method: 'POST',
          path: '/admin/keys',
          key: practice.adminKey,
          json: { account_id: random.one([...practice.accounts.keys()]), name },
        },
        book(answer) {
          const { id, account_id: account, key } = IssuedKey.parse(answer.json);
          practice.keys.set(id, { account, key, name });
        },
        async lookFor(ask) {
          const made = (await keysOf(practice, ask)).filter((key) => key.name === name);
          if (made.length > 1) throw new Broken('twice', `the key ${name} is there ${made.length} times`);
          // Nobody ever saw it, so it cannot be tried.
          for (const { id, account_id: account } of made) practice.keys.set(id, { account, key: '', name });
        },
      };
    },
  },
  'GET /admin/keys': {
    weight: 1,
    act: (practice) => reading('GET /admin/keys', practice, '/admin/keys', { key: practice.adminKey }),
  },
  'DELETE /admin/accounts/{id}': {
    weight: 1,
    act(practice, random) {
      if (practice.accounts.size === 0) return undefined;
      const id = random.one([...practice.accounts.keys()]);
      const call = { method: 'DELETE', path: `/admin/accounts/${id}`, key: practice.adminKey };
      const book = () => {
        practice.accounts.delete(id);
        for (const [key, { account }] of practice.keys) if (account === id) practice.keys.delete(key);
      };
      return {
        operation: 'DELETE /admin/accounts/{id}',
        call,
        book,
        async lookFor(ask) {
          // It may have begun, and then goes on by itself: asked for again, it is over with the answer.
          const { status } = await ask(call);
          if (status !== 204 && status !== 404) throw new Broken('fault', `erasing an account again gave ${status}`);
          book();
        },
      };
    },
  },
  'POST /admin/keys/{id}/rotate': {
    weight: 1,
    act(practice, random) {
      if (practice.keys.size === 0) return undefined;
      const [id, known] = random.one([...practice.keys]);
      return {
        operation: 'POST /admin/keys/{id}/rotate',
        call: { method: 'POST', path: `/admin/keys/${id}/rotate`, key: practice.adminKey, json: {} },
        book: (answer) => void practice.keys.set(id, { ...known, key: IssuedKey.parse(answer.json).key }),
        // Which of the two secrets counts, nobody was told.
        lookFor: async () => void practice.keys.set(id, { ...known, key: '' }),
      };
    },
  },
  'DELETE /admin/keys/{id}': {
    weight: 1,
    act(practice, random) {
      if (practice.keys.size === 0) return undefined;
      const id = random.one([...practice.keys.keys()]);
      return {
        operation: 'DELETE /admin/keys/{id}',
        call: { method: 'DELETE', path: `/admin/keys/${id}`, key: practice.adminKey },
        book: () => void practice.keys.delete(id),
        async lookFor(ask) {
          if (!(await keysOf(practice, ask)).some((key) => key.id === id)) practice.keys.delete(id);
        },
      };
    },
  },
};

/** The accounts that a practice made, as they are listed. */
export async function accountsOf(practice: Practice, ask: Ask) {
  return everyPage(practice, ask, '/admin/accounts', (json) => {
    const { accounts, next_cursor } = Accounts.parse(json);
    return { items: accounts, next: next_cursor };
  });
}

/** The keys that a practice made, as they are listed. */
export async function keysOf(practice: Practice, ask: Ask) {
  return everyPage(practice, ask, '/admin/keys', (json) => {
    const { keys, next_cursor } = Keys.parse(json);
    return { items: keys, next: next_cursor };
  });
}

async function everyPage<Item extends { readonly name: string | null }>(
  practice: Practice,
  ask: Ask,
  path: string,
  read: (json: unknown) => { readonly items: readonly Item[]; readonly next: string | null },
): Promise<readonly Item[]> {
  const all: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `?${new URLSearchParams({ cursor })}`;
    const page = read((await ask({ method: 'GET', path: path + query, key: practice.adminKey })).json);
    all.push(...page.items);
    cursor = page.next;
  }
  return all.filter(({ name }) => name?.startsWith(`${practice.name}-`));
}
