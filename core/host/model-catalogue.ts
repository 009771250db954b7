import { isDeepStrictEqual } from 'node:util';
import type { ModelPackage, Provider } from '../api/provider.ts';
import type { Configuration } from '../config/configuration.ts';
import { loadBundled, loadProvider } from './loader.ts';

/** All models that a bundled or configured provider can work with, by name. */
export async function modelCatalogue({ providers }: Pick<Configuration, 'providers'>): Promise<readonly ModelPackage[]> {
  const bundled = await loadBundled();
  const configured = await Promise.all(providers.map(({ use, kind, base }) => loadProvider(use, kind, base)));
  return catalogueOf([...bundled.providers, ...configured]);
}

/**
 * Several providers may name the same model.
 *
 * @throws Error where two mean different things by one name.
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
      throw new Error(`${one} and ${two} mean different models by "${first.model.name}". One of them must rename its own.`);
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
