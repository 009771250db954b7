import { styleText } from 'node:util';
import { createLogger } from '../api/logger.ts';
import type { ModelPackage } from '../api/provider.ts';
import { unknownName } from '../api/text.ts';
import { modelCatalogue } from '../host/model-catalogue.ts';
import { modelsFolder } from '../host/models-part.ts';
import { planHost } from '../host/plan.ts';
import type { ModelState } from '../kinds/models.ts';
import { importModel } from '../models/import.ts';
import { modelPaths, verifyModel } from '../models/model-folder.ts';
import { createModels, downloadUrl } from '../models/models.ts';
import { pullHint } from '../models/problems.ts';
import { type Command, parse, UsageError } from './command.ts';
import { megabytes, progressOf } from './model-progress.ts';
import { configurationOptions, configurationUsage, requested } from './request.ts';
import { table } from './table.ts';

/** The models in the data folder: seen, fetched, brought and checked beside a running host too. */
export const command: Command = {
  usage: `Usage: chronoscribe models list
       chronoscribe models pull NAME…
       chronoscribe models import NAME FILE
       chronoscribe models verify [NAME]

Lists the models that providers can work with, and puts them into the data folder, beside a running host too.

  pull     fetches models; one that broke off goes on where it stopped
  import   takes a model from a file that was carried here, or from a folder of its files, such as data/models/NAME of another host
  verify   compares what is here with what came; the exit code is 1 where a model is damaged

${configurationUsage}`,
  async run([name = '', ...args]) {
    const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (run === undefined) throw new UsageError(`expected one of: ${Object.keys(commands).join(', ')}`);
    return run(args);
  },
};

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<0 | 1>>> = {
  list,
  pull,
  import: bring,
  verify,
};

async function list(args: readonly string[]): Promise<0> {
  const { catalogue, models } = await open(parse(args, configurationOptions).values);
  if (catalogue.length === 0) throw new Error('No provider that is bundled or configured knows a model.');
  const rows = await Promise.all(
    catalogue.map(async (model) => [
      model.name,
      megabytes(model.bytes),
      model.licence,
      shown(await models.state(model)),
      model.description,
    ]),
  );
  process.stdout.write(table([['NAME', 'SIZE', 'LICENCE', 'STATE', 'WHAT IT IS FOR'], ...rows]));
  return 0;
}

async function pull(args: readonly string[]): Promise<0> {
  const { values, positionals } = parse(args, configurationOptions, ['[NAME…]']);
  const { catalogue, models, mirror } = await open(values);
  if (positionals.length === 0) throw new UsageError(`Which? There are: ${namesOf(catalogue)}`);
  // All names first: a slip of the pen is found before an hour of fetching.
  for (const model of positionals.map((name) => named(catalogue, name))) {
    if ((await models.state(model)).status !== 'ready') {
      process.stderr.write(`${model.name}: ${megabytes(model.bytes)} from ${downloadUrl(model.url, mirror)}\n`);
    }
    const progress = progressOf(process.stderr, model.name);
    const signal = new AbortController().signal;
    const folder = await models.ensure(model, { download: true, signal, progress }).finally(() => progress.end());
    process.stdout.write(`${model.name} is ready in ${folder}\n`);
  }
  return 0;
}

async function bring(args: readonly string[]): Promise<0> {
  const { values, positionals } = parse(args, configurationOptions, ['NAME', 'FILE']);
  const [name = '', source = ''] = positionals;
  const { catalogue, folder } = await open(values);
  const model = named(catalogue, name);
  const imported = await importModel(model, source, folder, new AbortController().signal);
  process.stdout.write(`${model.name} is ready in ${imported.folder}\n`);
  if (!imported.verified) {
    process.stderr.write(
      'Nothing is known that its files could be compared with: see to it that they come from where they should.\n',
    );
  }
  return 0;
}

async function verify(args: readonly string[]): Promise<0 | 1> {
  const { values, positionals } = parse(args, configurationOptions, ['[NAME]']);
  const { catalogue, folder } = await open(values);
  const [name] = positionals;
  const wanted = name === undefined ? catalogue : [named(catalogue, name)];
  const found = [];
  for (const model of wanted) {
    const state = await verifyModel(model, modelPaths(folder, model).folder, new AbortController().signal);
    if (name !== undefined || state.status !== 'absent') found.push({ model, state });
  }
  const rows = found.map(({ model, state }) => [model.name, shown(state), advice(model, state)]);
  process.stdout.write(rows.length === 0 ? 'no model is here\n' : table(rows));
  return found.every(({ state }) => state.status === 'ready') ? 0 : 1;
}

async function open(values: Parameters<typeof requested>[0]) {
  const { configuration } = await planHost(requested(values));
  const folder = modelsFolder(configuration);
  const { mirror } = configuration.models;
  return {
    folder,
    mirror,
    catalogue: await modelCatalogue(configuration),
    models: createModels({ folder, mirror, log: createLogger('silent') }),
  };
}

function named(catalogue: readonly ModelPackage[], name: string): ModelPackage {
  const model = catalogue.find((each) => each.name === name);
  if (model !== undefined) return model;
  throw new UsageError(
    unknownName(
      'model',
      name,
      catalogue.map((each) => each.name),
    ),
  );
}

function namesOf(catalogue: readonly ModelPackage[]): string {
  return catalogue.map(({ name }) => name).join(', ') || 'none, no provider knows a model';
}

function shown({ status }: ModelState): string {
  return styleText(colours[status], status);
}

function advice(model: ModelPackage, state: ModelState): string {
  switch (state.status) {
    case 'ready':
      return state.folder;
    case 'absent':
      return pullHint(model);
    case 'damaged':
      return `${state.detail}\n→ ${pullHint(model)}`;
    default:
      return state satisfies never;
  }
}

const colours = { ready: 'green', absent: 'gray', damaged: 'red' } as const;
