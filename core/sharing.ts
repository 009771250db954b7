import { bundledProviders, loadProvider } from './loader.ts';
import type { Provider } from './provider.ts';

/** Why hosts cannot share what a provider keeps, and how to mend it; undefined where they can. `config` is undefined where its settings are faulty. */
export async function sharingFault(use: string, provider: Provider, config: unknown): Promise<string | undefined> {
  const { kind, oneHostOnly } = provider;
  const own = typeof oneHostOnly === 'boolean' || config === undefined ? undefined : oneHostOnly(config);
  if (oneHostOnly !== true && own === undefined) return undefined;
  const others = (await shareable(kind.name)).filter((name) => name !== provider.name);
  const instead = `choose a provider for ${kind.name} that hosts can share${others.length > 0 ? ` (${others.join(', ')})` : ''}`;
  return `"${use}" serves one host alone, and cluster is true; ${own === undefined ? '' : `${own}, `}${instead}, or set cluster to false`;
}

/** The bundled providers of a kind that hosts can share, whatever their settings. */
async function shareable(kind: string): Promise<readonly string[]> {
  const all = await Promise.all(bundledProviders(kind).map((name) => loadProvider(name, kind, '.')));
  return all.filter(({ oneHostOnly }) => oneHostOnly === false).map(({ name }) => name);
}
