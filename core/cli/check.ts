import { execFile } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { version } from '../api/package.ts';
import { unknownName } from '../api/text.ts';
import { scriptFile } from '../child-process/script-process.ts';
import type { Configuration } from '../config/configuration.ts';
import { consolePages, notePanels, runCards } from '../extensions/console.ts';
import { eventImporters, transcriptReaders } from '../extensions/file-readers.ts';
import type { Composition } from '../host/composition.ts';
import type { Extensions } from '../host/extensions.ts';
import { planHost } from '../host/plan.ts';
import { openApiDocument } from '../http/openapi.ts';
import { configurationOptions, defineCommand, form, hostRequest, table } from './command.ts';
import { TrialError, tryProviders, withTrialHost } from './parts.ts';

/** Finds the mistakes in the configuration and in what the plugins declare, without serving. */
export const command = defineCommand({
  name: 'check',
  about: `Finds every mistake in the configuration, in what plugins define, and in automations. Says what would run. Nothing listens and your
data folder is not opened: plugins and providers of your own are started for a moment on a temporary folder.`,
  forms: {
    '': form([], configurationOptions, async (values) => {
      const warnings: string[] = [];
      const request = { ...hostRequest(values), trial: true };
      const { configuration } = await planHost(request);
      warnings.push(...(await tryProviders(request)));
      const routes = await withTrialHost(request, (composition) => examined(composition, warnings)).catch(notChecked);
      process.stdout.write(`configuration is fine\n\n${table([...summary(configuration), ['routes', routes]])}`);
      for (const warning of warnings) process.stdout.write(`\nwarning: ${warning}\n`);
    }),
  },
});

/** Prints the API's description, as `/openapi.json` serves it, of the plugins that the configuration names. */
export const openApiCommand = defineCommand({
  name: 'openapi',
  about:
    'Prints the description of the API (OpenAPI 3.1), with the plugins of your configuration. Your data folder is not opened.',
  forms: {
    '': form([], { config: configurationOptions.config }, async (values) => {
      const document = await withTrialHost(hostRequest(values), ({ routes, extended }, { metrics }) =>
        openApiDocument(routes, { version, metricsNeedKey: metrics.requireKey, ...extended }),
      );
      process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    }),
  },
  shared: {},
});

/** @throws Error with what is wrong with modules that a start does not load */
async function examined(composition: Composition, warnings: string[]): Promise<string> {
  const faults = await moduleFaults(composition.extensions);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  warnings.push(...idleExtensions(composition));
  return String(composition.routes.length);
}

/** A plugin that needs what only a provider of the user's answers cannot be tried on the default providers. */
function notChecked(thrown: unknown): string {
  if (!(thrown instanceof TrialError)) throw thrown;
  return `not checked, since only your providers answer what they need. A start on an empty folder checks them:
chronoscribe start --data FOLDER
${thrown.message}`;
}

function summary({ file, data, http, providers, plugins, automations }: Configuration): readonly (readonly string[])[] {
  return [
    ['file', file ?? 'none, only the defaults'],
    ['address', `${http.host}:${http.port}`],
    ['data', data],
    ...providers.map(({ kind, use }) => [kind, use]),
    ['plugins', plugins.map(({ name, use }) => (use === name ? name : `${name} (${use})`)).join('\n')],
    ...(automations.length === 0 ? [] : [['automations', automations.map(({ name }) => name).join('\n')]]),
  ];
}

/** Parses the module of `argv[1]` as the browser does, runs nothing of it, and writes what is wrong with it. */
const browserProgram = `
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

/** Loads a reader of files as its process does. */
const readerProgram = `
const { default: read } = await import(process.argv[1]);
if (typeof read !== 'function') process.stdout.write('its default export is no function that reads a file');
process.exit();
`;

const ofBrowser = {
  program: browserProgram,
  hint: '. The browser runs it as it is: JavaScript, without types and JSX',
};
const ofReader = { program: readerProgram, hint: '' };

/** What is wrong with the modules that plugins add, as far as it shows before they are used. */
async function moduleFaults(extensions: Extensions): Promise<readonly string[]> {
  const modules = (
    points: readonly Parameters<typeof extensions.of<{ readonly module: URL }>>[0][],
    as: typeof ofReader,
  ) => points.flatMap((point) => extensions.of(point)).map(({ plugin, value }) => ({ plugin, url: value.module, as }));
  const all = [
    ...modules([consolePages, notePanels, runCards], ofBrowser),
    ...modules([eventImporters, transcriptReaders], ofReader),
  ];
  const found = all.map(async ({ plugin, url, as }) => [plugin, await faultOf(url, as)]);
  return (await Promise.all(found)).flatMap(([plugin, fault]) => (fault === '' ? [] : [`plugin ${plugin}: ${fault}`]));
}

async function faultOf(url: URL, { program, hint }: typeof ofReader): Promise<string> {
  const path = scriptFile({ url });
  const conditions = process.execArgv.filter((argument) => argument.startsWith('--conditions'));
  const flags = [...conditions, '--experimental-vm-modules', '--no-warnings', '--input-type=module'];
  return new Promise((resolve) => {
    const args = [...flags, '--eval', program, pathToFileURL(path).href];
    execFile(process.execPath, args, { timeout: 10_000 }, (failed, stdout, stderr) => {
      if (failed === null) return resolve(stdout === '' ? '' : `${path}: ${stdout}`);
      // Only in what Node prints it says in which line something does not parse.
      const place = /^(file:\S+):(\d+)$/m.exec(stderr);
      const said = /^\w*Error(?: \[\w+\])?: (.*)$/m.exec(stderr)?.[1] ?? failed.message;
      resolve(`${place === null ? path : `${fileURLToPath(place[1] ?? '')}:${place[2]}`}: ${said}${hint}`);
    });
  });
}

/** What does no harm and has no effect. */
function idleExtensions({ extensions, workflows }: Composition): readonly string[] {
  const known = workflows.map(({ name }) => name);
  const cards = extensions
    .of(runCards)
    .flatMap(({ plugin, value }) =>
      value.workflows
        .filter((name) => !known.includes(name))
        .map((name) => `plugin ${plugin}: a card on runs: ${unknownName('workflow', name, known)}`),
    );
  return [...extensions.unread(), ...cards];
}
