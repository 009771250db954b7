import type { Provider } from '../api/provider.ts';
import { bundledProviders, loadProvider } from './loader.ts';

/** Why hosts cannot share what a provider keeps, and how to mend it; undefined where they can. `config` is undefined where its settings are faulty. */
export async function singleHostFault(use: string, provider: Provider, config: unknown): Promise<string | undefined> {
  const { kind, singleHost } = provider;
  const own = typeof singleHost === 'boolean' || config === undefined ? undefined : singleHost(config);
  if (singleHost !== true && own === undefined) return undefined;
  const others = (await shareable(kind.name)).filter((name) => name !== provider.name);
  const instead = `choose a provider for ${kind.name} that hosts can share${others.length > 0 ? ` (${others.join(', ')})` : ''}`;
  return `"${use}" serves one host alone, and cluster is true; ${own === undefined ? '' : `${own}, `}${instead}, or set cluster to false`;
}

/** The bundled providers of a kind that hosts can share, whatever their settings. */
async function shareable(kind: string): Promise<readonly string[]> {
  const all = await Promise.all(bundledProviders(kind).map((name) => loadProvider(name, kind, '.')));
  return all.filter(({ singleHost }) => singleHost === false).map(({ name }) => name);
}
