import { type TestResponse, testHost } from 'chronoscribe/testing';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type FilledAccount, filledAccount } from '../fixtures/filled-account.ts';
import { type ApiOperation, operationsOf, requestTo } from './operations.ts';

/** Routes that no id in the lists of an account reaches, each with the reason. */
const unreachable: Readonly<Record<string, string>> = {
  'POST /api/v1/session/passkey': 'a challenge is in no list, and only a signature answers it',
  'POST /api/v1/passkeys': 'a challenge is in no list, and only a signature answers it',
  'POST /api/v1/schedules/{name}/pause':
    'no bundled plugin has a schedule, and without one its clock is not looked for',
  'POST /api/v1/schedules/{name}/resume':
    'no bundled plugin has a schedule, and without one its clock is not looked for',
  'POST /api/v1/schedules/{name}/run': 'no bundled plugin has a schedule, and without one its clock is not looked for',
  'POST /api/v1/schedules/{name}/backfill':
    'no bundled plugin has a schedule, and without one its clock is not looked for',
};

const Key = z.object({ key: z.string() });

type Fields = Readonly<Record<string, unknown>>;
type Send = (operation: ApiOperation, given?: Fields) => Promise<TestResponse>;

const secret = 'Wegzuschaffen';
/** Afterwards there is something with an id that was only looked for. */
const choosesId = 'POST /v1/record-event';
/** With these a session ends, or the factors of who uses it. */
const endsSession = ['POST /api/v1/people/{id}/reset', 'DELETE /api/v1/sessions/{id}'];
const inOrder = ['GET /admin/audit', 'GET', 'HEAD', 'PATCH', 'PUT', 'POST', choosesId, 'DELETE', ...endsSession];
const place = ({ name, method }: ApiOperation) => inOrder.indexOf(inOrder.includes(name) ? name : method);

const host = await testHost({
  config: { plugins: { mcp: true, webhooks: { with: { allowPrivateAddresses: true } } } },
});
// What an operator sees is all accounts'.
const reached = (await operationsOf(host)).filter(({ scopes }) => scopes?.join() !== 'operator');
/** Those that change something last, so that each finds what there was; the audit log first, before the ids are in it. */
const inTurn = reached.toSorted((one, other) => place(one) - place(other));
const own = await filledAccount(host, secret);
const other = await filledAccount(host, 'Nachbarin');
afterAll(() => host.stop());

/** Calls with the key of an account's administrator; what needs a session, with that of a person. */
const byKey = ({ key, browser }: Pick<FilledAccount, 'key' | 'browser'>): Send => {
  const bySession = byPerson({ browser });
  return (operation, given) => {
    if (operation.scopes === undefined) return bySession(operation, given);
    const { path, options } = requestTo(operation, given);
    return host.call(operation.method, path, { ...options, key });
  };
};

const byPerson = ({ browser }: Pick<FilledAccount, 'browser'>): Send => {
  return (operation, given) => {
    const { path, options } = requestTo(operation, given);
    return browser.call(operation.method, path, options);
  };
};

/** The fields that take the id of something that an account has made. */
function idFields({ fields }: ApiOperation): readonly string[] {
  return [...fields].flatMap(([name, { place }]) => {
    const isId = /(^|_)id$/.test(name) || (place !== 'body' && ['delivery', 'account', 'record', 'key'].includes(name));
    return isId ? [name] : [];
  });
}

/** Each field with each id. In a path with two ids, each pair of them. */
function requestsWith(operation: ApiOperation, ids: readonly string[]): readonly Fields[] {
  const fields = idFields(operation);
  const inPath = fields.filter((name) => operation.path.includes(`{${name}}`));
  if (inPath.length < 2) return fields.flatMap((name) => ids.map((id) => ({ [name]: id })));
  return inPath.reduce<readonly Fields[]>(
    (given, name) => given.flatMap((fields) => ids.map((id) => ({ ...fields, [name]: id }))),
    [{}],
  );
}

/** Looks like the id, and does not exist. */
const unknown = (id: string) => id.slice(0, -6) + id.slice(-6).replace(/[0-9a-z]/gi, '0');
const withUnknown = (given: Fields) =>
  Object.fromEntries(Object.entries(given).map(([name, id]) => [name, unknown(String(id))]));

/** Without what differs between any two requests: the ids that were asked for, new ids, and times. */
function outcome({ status, text }: TestResponse, given: Fields): string {
  const asked = Object.values(given).reduce<string>((text, id) => text.replaceAll(String(id), 'ID'), text);
  const anyId = asked.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID');
  return `${status} ${anyId.replaceAll(/\d{4}-?\d\d-?\d\dT[\d:.]+Z/g, 'TIME')}`;
}

const lists = () => inTurn.filter(({ method, path }) => method === 'GET' && !path.includes('{'));

/** The ids in the answers to reading requests, with and without the ids that were found before. */
async function idsOf(account: FilledAccount): Promise<readonly string[]> {
  const send = byKey(account);
  const found = new Set<string>([account.account, account.upload]);
  const collect = ({ status, json }: TestResponse) => {
    if (status === 200) for (const id of idsIn(json)) found.add(id);
  };
  for (const operation of lists()) collect(await send(operation));
  const below = inTurn.filter(({ method, path }) => method === 'GET' && path.includes('{id}'));
  for (const operation of below) for (const id of [...found]) collect(await send(operation, { id }));
  return [...found];
}

/** The texts of all fields that are named `id` or `…_id`. */
function idsIn(json: unknown): readonly string[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]) =>
    typeof value === 'string' && /(^|_)id$/.test(name) && value.length > 8 ? [value] : idsIn(value),
  );
}

test('every route answers to the administrator of another account as if its ids did not exist', async () => {
  const foreign = new Set(await idsOf(other));
  const ids = (await idsOf(own)).filter((id) => !foreign.has(id));
  const send = byKey(other);
  const kept = lists().filter(({ name }) => name !== 'GET /admin/audit');
  const contents = () => Promise.all(kept.map(async (operation) => outcome(await byKey(own)(operation), {})));
  const before = await contents();
  const told: string[] = [];
  for (const operation of lists()) {
    for (const { text } of [await send(operation), await byPerson(other)(operation)]) {
      if ([secret, ...ids].some((each) => text.includes(each))) told.push(`${operation.name}: ${text}`);
    }
  }
  for (const operation of inTurn) {
    for (const given of requestsWith(operation, ids)) {
      const answer = outcome(await send(operation, given), given);
      const expected = outcome(await send(operation, withUnknown(given)), withUnknown(given));
      if (answer !== expected || answer.includes(secret)) {
        told.push(`${operation.name} ${JSON.stringify(given)}: ${answer} instead of ${expected}`);
      }
    }
  }
  expect(told).toEqual([]);
  expect(await contents()).toEqual(before);
});

test('every route that takes an id reaches with it what is of the own account', async () => {
  const ids = await idsOf(own);
  const json = { account_id: own.account, scopes: ['time', 'clinical', 'admin'] };
  const { key } = Key.parse((await host.call('POST', '/admin/keys', { json, key: own.key })).json);
  const send = byKey({ ...own, key });
  const unreached: string[] = [];
  for (const operation of inTurn) {
    if (idFields(operation).length === 0) continue;
    let isReached = false;
    for (const given of requestsWith(operation, ids)) {
      const answer = outcome(await send(operation, given), given);
      isReached = answer !== outcome(await send(operation, withUnknown(given)), withUnknown(given));
      if (isReached) break;
    }
    if (!isReached) unreached.push(operation.name);
  }
  expect(unreached).toEqual(Object.keys(unreachable));
});
