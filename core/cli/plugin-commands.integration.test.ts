import { writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { testHost } from '../testing/host.ts';
import { testFolder } from './testing/folder.ts';
import { cli } from './testing.ts';

const path = testFolder();

/** A plugin with a command, in a folder of its own, and a running host with its data there. */
async function installed() {
  const index = import.meta.resolve('../index.ts');
  const zod = import.meta.resolve('zod');
  await writeFile(
    path('visits.ts'),
    `import { command, defineCollection, definePlugin, Store } from '${index}';
import { z } from '${zod}';
const visits = defineCollection({ name: 'visits', schema: z.object({ id: z.string() }), indexes: [] });
export default definePlugin({
  name: 'visits',
  auth: 'clinical',
  needs: { store: Store },
  start: async ({ needs: { store } }) => {
    await store.prepare(visits);
    return { greeting: 'Good morning' };
  },
  extends: ({ needs: { store }, parts }) => [
    command({
      name: 'visit',
      about: 'Files a visit. Says who asks.',
      arguments: ['ID'],
      options: { most: z.coerce.number().default(9).meta({ value: 'N', description: 'how many at most' }) },
      async run({ arguments: [id = ''], options, print, call }) {
        await store.put(visits, { id });
        const { items } = await store.find(visits, { limit: options.most });
        const { items: runs } = await call('GET', '/api/v1/runs', z.object({ items: z.array(z.unknown()) }));
        print(\`\${parts.greeting}: \${items.map((each) => each.id)}; \${runs.length} runs\\n\`);
        return id === 'none' ? 1 : 0;
      },
    }),
  ],
  routes: () => [],
});
`,
  );
  await writeFile(path('my.yaml'), 'plugins: { visits: { use: ./visits.ts } }\n');
  const host = await testHost({ config: { log: { level: 'error' } } });
  onTestFinished(host.stop);
  const where = ['--config', path('my.yaml'), '--data', host.dataFolder];
  return { host, where, access: [...where, '--url', host.url, '--key', host.key] };
}

test("a plugin's command works with what the plugin has, and with the host that runs", async () => {
  const { access, where } = await installed();
  const first = await cli(['visit', 'a', ...access]);
  expect(first).toEqual({ code: 0, stdout: 'Good morning: a; 0 runs\n', stderr: '' });
  expect(await cli(['visit', 'none', '--most', '1', ...access])).toMatchObject({
    code: 1,
    stdout: 'Good morning: a; 0 runs\n',
  });
  const help = await cli(['visit', '--help', ...where]);
  expect(help.stdout).toMatch(/^Usage: chronoscribe visit ID \[--most N\] \[OPTIONS\]\n\nFiles a visit/);
  const all = await cli(['--help', ...where]);
  expect(all.stdout).toMatch(/of your plugins:\n\n {2}visit {2}Files a visit\.\n$/);
  const misspelt = await cli(['vist', ...where]);
  expect([misspelt.code, misspelt.stderr]).toEqual([1, expect.stringContaining('did you mean "visit"?')]);
  const missing = await cli(['visit', ...access]);
  expect(missing.stderr).toContain('missing: ID\n\nUsage: chronoscribe visit');
});

test('the help stands where the plugins cannot start, and says why they are not in it', async () => {
  await writeFile(path('my.yaml'), 'plugins: { visits: { use: ./nothing.ts } }\n');
  const help = await cli(['--help', '--config', path('my.yaml')]);
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('of your plugins are not listed') });
  const { code, stderr } = await cli(['strat', '--config', path('my.yaml')]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/did you mean "start"\?\nThe plugins cannot be asked for it: .*nothing\.ts/s);
});
