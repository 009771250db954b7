import { definePlugin, route, type Workflow, workflow } from 'chronoscribe';
import { temporaryFolder, testHost } from 'chronoscribe/testing';
import type { AnyWorkflow } from 'chronoscribe/types';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

const greeting = (step: string, versions: readonly AnyWorkflow[] = []) =>
  workflow<null>('greeting', { versions })
    .step(step as 'step', () => step)
    .waitFor('go', z.object({}))
    .step('end', (state) => Object.keys(state).filter((name) => name !== 'input'))
    .answer((nodes) => ({ body: `${step}: ${nodes.join(' ')}`, location: '/greetings' }));

const greetings = (run: Workflow<null, string>) =>
  definePlugin({
    name: 'greetings',
    auth: 'time',
    workflows: () => ({ run }),
    routes: ({ workflows }) => [
      route({
        method: 'POST',
        path: '/greetings',
        summary: 'Greet',
        response: z.string(),
        byRun: true,
        handle: ({ run }) => run(workflows.run, null),
      }),
    ],
  });

const Run = z.object({ status: z.string(), result: z.unknown(), error: z.unknown() });

test('a run whose definition changed says so, and a version or a retry lets it go on to its answer', async () => {
  const { path: dataFolder, remove } = await temporaryFolder();
  onTestFinished(remove);
  const hosting = async <T>(run: Workflow<null, string>, work: (call: Call) => Promise<T>): Promise<T> => {
    const host = await testHost({ plugins: [greetings(run)], dataFolder });
    const call = async (method: string, route: string, json?: object) =>
      (await host.call(method, route, { ...(json && { json }), headers: { prefer: 'respond-async' } })).json;
    return work(call).finally(() => host.stop());
  };
  type Call = (method: string, path: string, json?: object) => Promise<unknown>;
  const until = (call: Call, id: string, status: string) =>
    expect
      .poll(async () => Run.parse(await call('GET', `/api/v1/runs/${id}`)), { timeout: 20_000 })
      .toMatchObject({
        status,
      });
  const signal = (call: Call, id: string) => call('POST', `/api/v1/runs/${id}/signals/go`, {});
  const read = async (call: Call, id: string) => Run.parse(await call('GET', `/api/v1/runs/${id}`));

  const [kept, retried] = await hosting(greeting('hello'), async (call) => {
    const begin = async () => z.object({ id: z.string() }).parse(await call('POST', '/greetings')).id;
    const ids = [await begin(), await begin()] as const;
    for (const id of ids)
      await expect
        .poll(async () => z.object({ waitingFor: z.array(z.unknown()) }).parse(await call('GET', `/api/v1/runs/${id}`)))
        .toMatchObject({ waitingFor: [{ signal: 'go' }] });
    return ids;
  });
  await hosting(greeting('welcome'), async (call) => {
    await signal(call, retried);
    await until(call, retried, 'failed');
    expect(await read(call, retried)).toMatchObject({ error: { detail: [{ type: 'workflow_changed' }] } });
    await call('POST', `/api/v1/runs/${retried}/retry`);
    await until(call, retried, 'done');
    expect(await read(call, retried)).toMatchObject({ result: 'welcome: welcome go' });
  });
  await hosting(greeting('welcome', [greeting('hello')]), async (call) => {
    await signal(call, kept);
    await until(call, kept, 'done');
    expect(await read(call, kept)).toMatchObject({ result: 'hello: hello go' });
    expect(await read(call, retried)).toMatchObject({ result: 'welcome: welcome go' });
  });
});
