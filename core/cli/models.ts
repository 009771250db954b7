import { styleText } from 'node:util';
import { createLogger } from '../api/logger.ts';
import type { ModelPackage } from '../api/provider.ts';
import { unknownName } from '../api/text.ts';
import { modelCatalogue, modelsFolder } from '../host/models.ts';
import { planHost } from '../host/plan.ts';
import type { ModelState } from '../kinds/operations.ts';
import { modelPaths, pullHint, verifyModel } from '../models/model-folder.ts';
import { createModels, downloadUrl, importModel } from '../models/models.ts';
import {
  type ConfigurationValues,
  configurationOptions,
  defineCommand,
  form,
  hostRequest,
  table,
  UsageError,
} from './command.ts';

/** Lists, downloads, imports and verifies the models in the data folder, also while a host runs. */
export const command = defineCommand({
  name: 'models',
  about: `Lists the models that providers can use, and puts them into the data folder, also while a host runs.

  pull     download models; an interrupted download resumes where it stopped
  import   take a model from a file, or from a folder of its files, such as data/models/NAME of another host; files of
           another size or precision are taken by what is in them, whatever their names
  verify   compare the files with their checksums; the exit code is 1 if a model is damaged`,
  forms: {
    list: form([], configurationOptions, list),
    pull: form(['[NAME…]'], configurationOptions, pull),
    import: form(['NAME', 'FILE'], configurationOptions, importFrom),
    verify: form(['[NAME]'], configurationOptions, verify),
  },
});

async function list(values: ConfigurationValues): Promise<void> {
  const { catalogue, models } = await open(values);
  if (catalogue.length === 0) throw new Error('No bundled or configured provider uses a model.');
  const rows = await Promise.all(
    catalogue.map(async (model) => [
      model.name,
      megabytes(model.bytes),
      model.licence,
      formatStatus(await models.state(model)),
      model.description,
    ]),
  );
  process.stdout.write(table([['NAME', 'SIZE', 'LICENCE', 'STATE', 'WHAT IT IS FOR'], ...rows]));
}

async function pull(values: ConfigurationValues, ...names: readonly string[]): Promise<void> {
  const { catalogue, models, mirror } = await open(values);
  if (names.length === 0) {
    const known = catalogue.map(({ name }) => name).join(', ');
    throw new UsageError(`Which? There are: ${known || 'none, no provider uses a model'}`);
  }
  // All names first: a typo is found before an hour of downloading.
  for (const model of names.map((name) => findModel(catalogue, name))) {
    if ((await models.state(model)).status !== 'ready') {
      process.stderr.write(`${model.name}: ${megabytes(model.bytes)} from ${downloadUrl(model.url, mirror)}\n`);
    }
    const progress = showProgress(process.stderr, model.name);
    const signal = new AbortController().signal;
    const folder = await models.ensure(model, { download: true, signal, progress }).finally(() => progress.end());
    process.stdout.write(`${model.name} is ready in ${folder}\n`);
  }
}

async function importFrom(values: ConfigurationValues, name: string, source: string): Promise<void> {
  const { catalogue, folder } = await open(values);
  const model = findModel(catalogue, name);
  const imported = await importModel(model, source, folder, new AbortController().signal);
  process.stdout.write(`${model.name} is ready in ${imported.folder}\n`);
  if (!imported.verified) {
    process.stderr.write(
      'There is no known checksum to compare its files with: make sure that you trust where they come from.\n',
    );
  }
}

async function verify(values: ConfigurationValues, name?: string): Promise<0 | 1> {
  const { catalogue, folder } = await open(values);
  const wanted = name === undefined ? catalogue : [findModel(catalogue, name)];
  const found = [];
  for (const model of wanted) {
    const state = await verifyModel(model, modelPaths(folder, model).folder, new AbortController().signal);
    if (name !== undefined || state.status !== 'absent') found.push({ model, state });
  }
  const rows = found.map(({ model, state }) => [model.name, formatStatus(state), advice(model, state)]);
  process.stdout.write(rows.length === 0 ? 'no model is here\n' : table(rows));
  return found.every(({ state }) => state.status === 'ready') ? 0 : 1;
}

async function open(values: ConfigurationValues) {
  const { configuration } = await planHost(hostRequest(values));
  const folder = modelsFolder(configuration);
  const { mirror } = configuration.models;
  return {
    folder,
    mirror,
    catalogue: await modelCatalogue(configuration),
    models: createModels({ folder, mirror, log: createLogger('silent') }),
  };
}

function findModel(catalogue: readonly ModelPackage[], name: string): ModelPackage {
  const model = catalogue.find((each) => each.name === name);
  if (model !== undefined) return model;
  const known = catalogue.map((each) => each.name);
  throw new UsageError(unknownName('model', name, known));
}

function formatStatus({ status }: ModelState): string {
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

const barLength = 30;

/** Shows the progress of a download: a bar on a terminal, else a line for each 10 percent. */
export function showProgress(output: { readonly isTTY?: boolean; write(text: string): unknown }, name: string) {
  let shown = -1;
  const bar = (percent: number) => {
    const full = Math.round((percent / 100) * barLength);
    output.write(`\r\x1b[K${name} ${'█'.repeat(full)}${'░'.repeat(barLength - full)} ${percent} %`);
  };
  const line = (percent: number) => output.write(`${name}: ${percent} %\n`);
  const [step, show] = output.isTTY ? [1, bar] : [10, line];
  const progress = (fraction: number) => {
    const percent = Math.floor((fraction * 100) / step) * step;
    if (percent <= shown) return;
    shown = percent;
    show(percent);
  };
  const end = () => {
    if (output.isTTY && shown >= 0) output.write('\r\x1b[K');
  };
  return Object.assign(progress, { end });
}

/** `108 MB`; a question mark if unknown. */
export function megabytes(bytes: number | null): string {
  return bytes === null ? '?' : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
