import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** As where no package of Temporal is installed. */
const withoutPackages = `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      if (!name.startsWith('@temporalio/')) return next(name, context);
      throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  });
`;

test('without the packages of Temporal the provider can be loaded, and its start says what installs them', async () => {
  const script = `
    const { default: provider } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
    const { silentLog } = await import('chronoscribe/testing');
    const config = provider.config.parse({});
    await provider.create({ config, needs: {}, log: silentLog }).catch((error) => console.log(error.message));
  `;
  const hooks = `data:text/javascript,${encodeURIComponent(withoutPackages)}`;
  const given = ['--conditions=chronoscribe-source', '--import', hooks, '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: import.meta.dirname });
  const { peerDependencies: pinned } = JSON.parse(
    await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
  );
  const names = ['client', 'worker', 'activity', 'common', 'workflow'].map((name) => `@temporalio/${name}`);
  const packages = names.map((name) => `${name}@${pinned[name]}`);
  expect(stdout).toBe(`The packages of Temporal are not installed. Run: npm install ${packages.join(' ')}\n`);
});
