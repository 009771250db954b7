import { defineKind, definePlugin, on, oneFile, route, workflow } from 'chronoscribe';
import { testHost } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { z as zod3 } from 'zod/v3';

/** What an author of JavaScript writes, whom no type stops. */
const wrong = (given: unknown) => given as never;
const draft = workflow<null>('w').step('a', () => 1);
const done = draft.answer((body) => ({ body, location: '/' }));
const get = (more: object) =>
  route(wrong({ method: 'GET', path: '/x', summary: 'X', response: z.null(), handle: () => null, ...more }));
const file = (accept: string) => ({ file: oneFile({ accept: [accept], maxBytes: 9, description: 'A file' }) });
const daily = { cron: '0 7 * * *', run: done, input: null };

test.each<readonly [what: string, declared: object, said: string]>([
  ['a workflow without an answer', { workflows: () => ({ w: draft }) }, 'got a workflow without .answer(…) at its end'],
  ['a workflow that is none', { workflows: () => ({ w: {} }) }, 'workflows: w: expected a workflow'],
  [
    'workflows that come later',
    { workflows: async () => ({ w: done }) },
    'workflows: expected an object, got a promise',
  ],
  ['a schedule of a draft', { schedules: { daily: { ...daily, run: draft } } }, 'daily.run: expected a workflow'],
  [
    'a schedule with a misspelt member',
    { schedules: { daily: { ...daily, timezone: 'UTC' } } },
    'did you mean "timeZone"?',
  ],
  [
    'a schedule with an input that is a date',
    { schedules: { daily: { ...daily, input: new Date(0) } } },
    'a Date, which',
  ],
  ['an action of a draft', { actions: { 'a.b': { input: z.object({}), run: draft } } }, 'a.b.run: expected a workflow'],
  [
    'an action of another zod',
    { actions: { 'a.b': { input: zod3.object({}), run: done } } },
    'a.b.input: expected a z.object',
  ],
  ['a route that is none', { routes: () => [{ method: 'GET' }] }, 'routes: 0: expected what route(…) returns'],
  ['routes that come later', { routes: async () => [] }, 'routes: expected a list, got a promise'],
  ['no routes', { routes: () => undefined }, 'routes: expected a list, got nothing'],
  [
    'a response of another zod',
    { routes: () => [get({ response: zod3.null() })] },
    'response: expected a schema of zod 4',
  ],
  [
    'another zod inside of a response',
    { routes: () => [get({ response: z.object({ a: wrong(zod3.string()) }) })] },
    'GET /x: its schemas cannot be described',
  ],
  [
    'a response with a date',
    { routes: () => [get({ response: z.object({ at: z.date() }) })] },
    'GET /x: its schemas cannot be described (z.date() is not JSON: write z.iso.datetime())',
  ],
  [
    'a request with a set',
    { routes: () => [get({ method: 'POST', request: z.object({ tags: z.set(z.string()) }) })] },
    'POST /x: its schemas cannot be described (z.set() is not JSON: write z.array(…))',
  ],
  [
    'two routes of one path',
    { routes: () => [get({ path: '/m/{a}' }), get({ path: '/m/{b}' })] },
    'GET /m/{} is declared by plugin p as /m/{a} and plugin p as /m/{b}',
  ],
  [
    'a path with one parameter twice',
    { routes: () => [get({ path: '/a/{id}/b/{id}' })] },
    'GET /a/{id}/b/{id}: {id} stands twice. Rename one of them.',
  ],
  [
    'files by their endings',
    { routes: () => [get({ method: 'POST', files: file('.png') })] },
    'POST /x: files.file.accept.0: expected a media type such as "image/png"',
  ],
  [
    'files of a GET',
    { routes: () => [get({ files: file('image/png') })] },
    'GET /x takes a file. Only a POST, PUT or PATCH is sent with one.',
  ],
  [
    'a code of an error that is a sentence',
    { routes: () => [get({ problems: ['Visit closed'] })] },
    'GET /x: problems.0: expected lower-case words joined by "-"',
  ],
  [
    'a trigger for a workflow that it has not',
    { extends: () => [on('a.b', z.object({}), wrong(undefined))] },
    'on("a.b", …): expected a workflow that ends with .answer',
  ],
  [
    'a kind without an instance',
    { provides: { mail: defineKind('mailer') }, start: () => ({}) },
    'plugin p could not start: it provides a mailer, and returned nothing as "mail"',
  ],
])('a plugin that declares %s stops the start', async (_what, declared, said) => {
  const plugin = () => definePlugin(wrong({ name: 'p', auth: 'time', routes: () => [], ...declared }));
  await expect((async () => testHost({ plugins: [plugin()] }))()).rejects.toThrow(said);
});

test('what a value would lose as JSON is refused where a workflow is given it', async () => {
  const end = (body: unknown) => ({ body, location: '/' });
  const flows = {
    step: workflow<unknown>('step')
      .step('s', () => wrong({ n: Number.NaN }))
      .answer(end),
    each: workflow<unknown>('each')
      .each(
        'e',
        () => wrong([() => 1]),
        {},
        (w) => w.step('s', () => 1),
      )
      .answer(end),
    when: workflow<unknown>('when')
      .when(
        'c',
        () => wrong(Promise.resolve(true)),
        (w) => w.step('s', () => 1),
      )
      .answer(end),
    child: workflow<unknown>('child')
      .child('k', done, () => wrong(new Date(0)))
      .answer(end),
    input: workflow<unknown>('input')
      .step('s', () => 1)
      .answer(end),
  };
  const plugin = definePlugin({
    name: 'p',
    auth: 'time',
    workflows: () => ({ ...flows, done }),
    routes: ({ workflows }) =>
      Object.entries(flows).map(([name]) =>
        route({
          method: 'POST',
          path: `/${name}`,
          summary: 'Run',
          response: z.unknown(),
          byRun: true,
          handle: ({ run }) => run(workflows[name as 'step'], name === 'input' ? new Map() : null),
        }),
      ),
  });
  const host = await testHost({ plugins: [plugin] });
  const said = async (name: string) => (await host.call('POST', `/${name}`, { json: {} })).text;
  try {
    expect(await said('step')).toContain('returned NaN at \\"n\\", which is not JSON');
    expect(await said('each')).toContain('The list of items of \\"e\\" of the workflow \\"each\\" returned a Function');
    expect(await said('when')).toContain('The condition of \\"c\\" of the workflow \\"when\\" returned a Promise');
    expect(await said('child')).toContain('The input of \\"k\\" of the workflow \\"child\\" returned a Date');
    expect(await said('input')).toContain('input: a Map, which is not JSON');
  } finally {
    await host.stop();
  }
});

test('two plugins of one name stop the start', async () => {
  const plugin = () => definePlugin({ name: 'twice', auth: 'time', routes: () => [] });
  await expect((async () => testHost({ plugins: [plugin(), plugin()] }))()).rejects.toThrow(
    'the plugin "twice" is declared by plugin twice and plugin twice',
  );
});
