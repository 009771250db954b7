import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '../api/logger.ts';
import type { ModelPackage, Provider } from '../api/provider.ts';
import type { Configuration } from '../config/configuration.ts';
import { Models } from '../kinds/operations.ts';
import { createModels } from '../models/models.ts';
import { loadBundled, loadProvider } from './loader.ts';
import type { Part } from './part.ts';

/** The folder of the models. */
export const modelsFolder = ({ data }: Pick<Configuration, 'data'>): string => join(data, 'models');

/** The models on this machine as a part, so that providers need them like any other kind. */
export function modelsPart(configuration: Pick<Configuration, 'data' | 'models'>, log: Logger): Part {
  const name = 'host models';
  return {
    name,
    needs: {},
    provides: { models: Models },
    async create() {
      const { mirror } = configuration.models;
      return { models: createModels({ folder: modelsFolder(configuration), mirror, log: log.child({ part: name }) }) };
    },
  };
}

/** All models that a bundled or configured provider can use, sorted by name. */
export async function modelCatalogue({
  providers,
}: Pick<Configuration, 'providers'>): Promise<readonly ModelPackage[]> {
  const bundled = await loadBundled();
  const configured = await Promise.all(providers.map(({ use, kind, base }) => loadProvider(use, kind, base)));
  return catalogueOf([...bundled.providers, ...configured]);
}

/**
 * The models of some providers, each once, sorted by name.
 *
 * @throws Error if two providers declare different models of the same name
 */
export function catalogueOf(providers: readonly Provider[]): readonly ModelPackage[] {
  const named = Map.groupBy(
    providers.flatMap((provider) => provider.models.map((model) => ({ provider, model }))),
    ({ model }) => model.name,
  );
  return [...named.values()]
    .map(([first, ...others]) => {
      if (first === undefined) throw new Error('a group has no members');
      const other = others.find(({ model }) => !isDeepStrictEqual(model, first.model));
      if (other === undefined) return first.model;
      const [one, two] = [first, other].map(({ provider }) => `${provider.kind.name} ${provider.name}`);
      throw new Error(
        `${one} and ${two} mean different models by "${first.model.name}". One of them must rename its own.`,
      );
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
