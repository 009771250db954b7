import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { consolePages, notePanels, runCards } from '../extensions/console.ts';
import type { Extensions } from '../host/extensions.ts';

/** Parses the module of `argv[1]` as the browser does, runs nothing of it, and writes what is wrong with it. */
const parser = `
import { readFileSync } from 'node:fs';
import { SourceTextModule } from 'node:vm';
const [, url] = process.argv;
const say = (fault) => {
  process.stdout.write(fault);
  process.exit();
};
const parsed = new SourceTextModule(readFileSync(new URL(url), 'utf8'), { identifier: url });
await parsed.link((name) =>
  say('it imports "' + name + '". A module of the console has no imports: its default export is given React and the shell'));
if (!Object.getOwnPropertyNames(parsed.namespace).includes('default'))
  say('it has no default export. Write: export default ({ React }) => () => …');
`;

/** What is wrong with the modules that plugins add to the console, as far as it shows without running them. */
export async function consoleModuleFaults(extensions: Extensions): Promise<readonly string[]> {
  const parts = [consolePages, notePanels, runCards].flatMap((point) =>
    extensions.of<{ readonly module: URL }>(point).map(({ plugin, value }) => ({ plugin, url: value.module })),
  );
  const faults = await Promise.all(parts.map(async ({ plugin, url }) => [plugin, await faultOf(url)] as const));
  return faults.flatMap(([plugin, fault]) => (fault === undefined ? [] : [`plugin ${plugin}: ${fault}`]));
}

function faultOf({ href }: URL): Promise<string | undefined> {
  const path = fileURLToPath(href);
  const program = ['--experimental-vm-modules', '--no-warnings', '--input-type=module', '--eval', parser, href];
  return new Promise((resolve) => {
    execFile(process.execPath, program, { timeout: 10_000 }, (failed, stdout, stderr) => {
      if (failed === null) return resolve(stdout === '' ? undefined : `${path}: ${stdout}`);
      // Only in what Node prints it says in which line something does not parse.
      const line = /^file:\S+(:\d+)$/m.exec(stderr)?.[1] ?? '';
      const said = /^SyntaxError: (.*)$/m.exec(stderr)?.[1] ?? failed.message;
      resolve(`${path}${line}: ${said}. The browser runs it as it is: JavaScript, without types and JSX`);
    });
  });
}
