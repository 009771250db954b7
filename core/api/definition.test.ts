import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { z as zod3 } from 'zod/v3';
import { defineCollection } from '../kinds/store.ts';
import { jsonFault } from './json.ts';
import { defineKind } from './kind.ts';
import { definePlugin } from './plugin.ts';
import { defineProvider } from './provider.ts';
import { protocolRoute, route } from './route.ts';
import { rawBody } from './upload.ts';
import { workflow } from './workflow.ts';

/** What an author of JavaScript writes, whom no type stops. */
const wrong = (given: unknown) => given as never;

const plugin = (more: object) => definePlugin(wrong({ name: 'p', auth: 'time', routes: () => [], ...more }));
const lamp = defineKind('lamp');
const provider = (more: object) => defineProvider(wrong({ kind: lamp, name: 'oil', create: () => ({}), ...more }));
const get = (more: object) =>
  route(wrong({ method: 'GET', path: '/x', summary: 'X', response: z.null(), handle: () => null, ...more }));
const raw = (more: object) =>
  protocolRoute(wrong({ method: 'GET', path: '/x', summary: 'X', status: 200, serve: () => null, ...more }));
const collection = (more: object) =>
  defineCollection(wrong({ name: 'c', schema: z.object({ id: z.string() }), indexes: [], ...more }));
const draft = () => workflow<null>('w').step('a', () => 1);
const foreign = { 'zod 3': zod3.object({}), 'zod/mini': mini.object({}) };

describe('a misspelt or unknown member is named, with what was meant:', () => {
  test.each<readonly [what: string, define: () => unknown, said: string]>([
    ['need of a plugin', () => plugin({ need: {} }), 'unknown member "need"; known: name, auth'],
    ['onStart of a plugin', () => plugin({ onStart() {} }), 'did you mean "start"?'],
    ['onStop of a plugin', () => plugin({ onStop() {} }), 'did you mean "stop"?'],
    ['Routes of a plugin', () => plugin({ Routes: [] }), 'did you mean "routes"?'],
    ['workflow of a plugin', () => plugin({ workflow: {} }), 'did you mean "workflows"?'],
    ['triger of a plugin', () => plugin({ trigers: {} }), 'did you mean "triggers"?'],
    ['provide of a plugin', () => plugin({ provide: {} }), 'did you mean "provides"?'],
    ['heatlh of a provider', () => provider({ heatlh() {} }), 'did you mean "health"?'],
    ['creat of a provider', () => provider({ creat() {} }), 'did you mean "create"?'],
    ['model of a provider', () => provider({ model: [] }), 'did you mean "models"?'],
    ['sumary of a route', () => get({ sumary: 's' }), 'GET /x: unknown member "sumary"'],
    ['reponse of a route', () => get({ reponse: z.null() }), 'did you mean "response"?'],
    ['handler of a route', () => get({ handler() {} }), 'did you mean "handle"?'],
    ['onHandle of a route', () => get({ onHandle() {} }), 'did you mean "handle"?'],
    ['maxByte of a file', () => get({ files: { f: { maxByte: 1 } } }), 'files.f: unknown member "maxByte"'],
    ['max of a raw body', () => get({ body: rawBody(wrong({ max: 1 })) }), 'body: unknown member "max"'],
    ['answer of a protocol route', () => raw({ answer: {} }), 'did you mean "answers"?'],
    ['index of a collection', () => collection({ index: [] }), 'unknown member "index"'],
    ['attempt of a step', () => workflow('w').step('a', wrong({ attempt: 3 }), () => 1), 'options: unknown member'],
    ['timeoutMs of a wait', () => workflow('w').waitFor('a', z.null(), wrong({ timeoutMs: 3 })), 'known: timeout'],
    ['version of a workflow', () => workflow('w', wrong({ version: 2 })), 'known: versions'],
    ['tz of a sleep', () => workflow('w').sleep('a', '1d', wrong({ tz: 'x' })), 'known: clock'],
  ])('%s', (_what, define, said) => expect(define).toThrow(said));
});

describe('a wrong value is named, with what is expected:', () => {
  test.each<readonly [what: string, define: () => unknown, said: string]>([
    ['no definition', () => definePlugin(wrong(undefined)), 'expected an object, got nothing'],
    ['no route', () => route(wrong(undefined)), 'expected an object, got nothing'],
    ['no collection', () => defineCollection(wrong(null)), 'expected an object, got null'],
    ['a scope that does not exist', () => plugin({ auth: 'clinic' }), 'unknown scope "clinic"; known: time, clinical'],
    ['a misspelt scope', () => plugin({ auth: 'clincal' }), 'did you mean "clinical"?'],
    ['no scope', () => plugin({ auth: undefined }), 'auth: expected one of time, clinical'],
    ['a scope of a route', () => get({ auth: 'user' }), 'auth: unknown scope "user"'],
    ['several scopes', () => plugin({ auth: ['time'] }), 'auth: expected one of'],
    ['a need that is undefined', () => plugin({ needs: { store: undefined } }), 'needs.store: expected a kind'],
    ['a need that is a name', () => plugin({ needs: { store: 'store' } }), 'got "store"'],
    ['a list of needs', () => plugin({ needs: [lamp] }), 'needs: expected an object, got a list'],
    ['provides what is undefined', () => plugin({ provides: { mail: undefined } }), 'provides.mail: expected a kind'],
    ['a provider without a kind', () => provider({ kind: undefined }), 'kind: expected a kind'],
    ['a provider without create', () => provider({ create: undefined }), 'create: expected a function, got nothing'],
    ['start that is no function', () => plugin({ start: {} }), 'start: expected a function'],
    ['routes that are a list', () => plugin({ routes: [] }), 'routes: expected a function; `() => []`'],
    ['a handler that is missing', () => get({ handle: undefined }), 'handle: expected a function, got nothing'],
    ['a method that does not exist', () => get({ method: 'FETCH' }), 'method: expected one of GET, POST, PUT, PATCH'],
    ['a method in lower case', () => get({ method: 'get' }), 'method:'],
    ['a path that is missing', () => get({ path: undefined }), 'path: expected a text, got nothing'],
    ['no summary', () => get({ summary: undefined }), 'summary: expected a text, got nothing'],
    ['a status that no route has', () => get({ status: 418 }), 'status: expected one of 200, 201, 202, 204, got 418'],
    ['a name that is no text', () => defineKind(wrong(undefined)), 'the name of a kind: expected a text'],
    [
      'an index that is no list',
      () => collection({ indexes: ['account'] }),
      'indexes.0: expected a list, got "account"',
    ],
    ['a step without a function', () => workflow('w').step('a', wrong(undefined)), 'run: expected a function'],
    ['a step without a name', () => workflow('w').step(wrong(undefined), () => 1), 'needs a name'],
    ['a child without an answer', () => workflow('w').child('c', wrong(draft()), () => null), 'without .answer(…)'],
    [
      'an empty branch',
      () =>
        workflow('w').when(
          'a',
          () => true,
          wrong(() => undefined),
        ),
      'is empty. Return a chain',
    ],
    [
      'a sleep in words',
      () => workflow('w').sleep('a', wrong('5 days')),
      '"a" of the workflow "w": until: expected a duration',
    ],
    [
      'a timeout in milliseconds',
      () => workflow('w').waitFor('a', z.null(), wrong({ timeout: 7 })),
      'number and its unit',
    ],
    [
      'a clock of another name',
      () => workflow('w').sleep('a', '1d', wrong({ clock: 'x' })),
      'of wall, account, got "x"',
    ],
    [
      'an else that is a date',
      () => workflow('w').waitFor('a', z.null(), wrong({ timeout: '7d', else: new Date() })),
      'a Date',
    ],
    ['a workflow without a name', () => workflow(wrong(undefined)), 'of a workflow: expected a text, got nothing'],
    [
      'a workflow named by an object',
      () => workflow(wrong({ name: 'w' })),
      'of a workflow: expected a text, got an object',
    ],
    ['a summary that is empty', () => get({ summary: '' }), 'summary: expected a text that is not empty'],
    ['a schema where an object is meant', () => get({ request: z.string() }), 'got a z.string(…)'],
    ['fields without a schema', () => plugin({ config: { word: z.string() } }), 'got an object'],
    [
      'documents without an id',
      () => collection({ schema: z.object({ a: z.string() }) }),
      'unknown field "id"; known: a',
    ],
    ['an index of an unknown field', () => collection({ indexes: [['acount']] }), 'unknown field "acount"; known: id'],
    [
      'a field that JSON does not hold',
      () => collection({ schema: z.object({ id: z.string(), at: z.date().optional() }) }),
      'the field "at" is not JSON',
    ],
    ['a sleep of nothing', () => workflow('w').sleep('a', wrong(undefined)), 'until: expected a duration such as "7d"'],
    [
      'a version of another name',
      () =>
        workflow('v', { versions: [draft().answer(wrong(() => null))] })
          .step('b', () => 1)
          .answer(wrong(() => null)),
      '"w" is no version of the workflow "v"',
    ],
    [
      'a version with the same nodes',
      () =>
        workflow('w', { versions: [draft().answer(wrong(() => null))] })
          .step('a', () => 2)
          .answer(wrong(() => null)),
      'Two definitions of the workflow "w" have the same nodes',
    ],
    ['an answer that is no function', () => draft().answer(wrong({})), 'answer: expected a function'],
  ])('%s', (_what, define, said) => expect(define).toThrow(said));

  test('everything that is wrong is said at once, with its place', () => {
    const define = () => plugin({ auth: 'x', need: {}, start: 1 });
    expect(define).toThrow(/auth: unknown scope "x".*start: expected a function, got 1.*unknown member "need"/);
  });
});

describe.each(Object.entries(foreign))('a schema of %s is refused', (_name, schema) => {
  test.each<readonly [place: string, define: () => unknown]>([
    ['config of a plugin', () => plugin({ config: schema })],
    ['config of a provider', () => provider({ config: schema })],
    ['triggers', () => plugin({ triggers: { 'a.b': schema } })],
    ['request', () => get({ request: schema })],
    ['response', () => get({ response: schema })],
    ['events', () => get({ events: schema })],
    ['headers', () => raw({ headers: { etag: schema } })],
    ['answers', () => raw({ answers: { 200: { 'text/plain': schema } } })],
    ['a collection', () => collection({ schema })],
    ['a wait', () => workflow('w').waitFor('a', wrong(schema))],
  ])('as %s', (_place, define) => expect(define).toThrow('of zod 4'));
});

const self: Record<string, unknown> = {};
self.self = [self];

describe('what JSON would lose is found:', () => {
  test.each<readonly [value: unknown, fault: string]>([
    [Number.NaN, 'NaN'],
    [{ a: [Number.POSITIVE_INFINITY] }, 'Infinity at "a.0"'],
    [[undefined], 'undefined at "0"'],
    [{ at: new Date(0) }, 'a Date at "at"'],
    [new Map([[1, 2]]), 'a Map'],
    [{ a: { b: new Set() } }, 'a Set at "a.b"'],
    [[() => 1], 'a Function at "0"'],
    [{ n: 10n }, 'a BigInt at "n"'],
    [Symbol('s'), 'a Symbol'],
    [{ e: new Error('x') }, 'an Error at "e"'],
    [/x/, 'a RegExp'],
    [new URL('https://x.org'), 'a URL'],
    [new Uint8Array(1), 'a Uint8Array'],
    [Promise.resolve(1), 'a Promise'],
    [{ toJSON: () => 1 }, 'a Object'],
    [self, 'an object that contains itself at "self.0"'],
  ])('%s', (value, fault) => expect(jsonFault(value)).toBe(fault));

  test.each([undefined, null, 'a', 0, true, [1, [null]], { a: undefined, b: { c: '' } }, z.object({}).parse({})])(
    'and %s is kept',
    (value) => expect(jsonFault(value)).toBeUndefined(),
  );
});
