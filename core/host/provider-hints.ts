import type { Kind } from '../api/kind.ts';
import type { Provider } from '../api/provider.ts';
import { type Bundled, bundledProviders, loadProvider } from './loader.ts';

/**
 * What to change in the configuration to get a kind that nothing provides: a provider of it, a plugin that provides it,
 * or a provider of another kind that does.
 */
export function suggestProvider(kind: string, { providers, plugins }: Bundled): string {
  const own = providers.filter((provider) => provider.kind.name === kind);
  if (own.length > 0) return `configure one under providers.${kind} (${names(own)})`;

  const plugin = plugins.find(({ provides }) => holds(provides, kind));
  if (plugin !== undefined) return `enable plugin ${plugin.name}`;

  const others = Map.groupBy(
    providers.filter(({ provides }) => holds(provides, kind)),
    (provider) => provider.kind.name,
  );
  const choices = [...others].map(([other, keepers]) => `choose a ${other} that keeps one (${names(keepers)})`);
  return choices.join(', or ') || 'no bundled provider or plugin answers it';
}

const names = (providers: readonly Provider[]): string => providers.map(({ name }) => name).join(', ');

function holds(provides: Readonly<Record<string, Kind<unknown>>>, kind: string): boolean {
  return Object.values(provides).some(({ name }) => name === kind);
}

/**
 * Why several hosts cannot share the data of a provider, and how to fix it; undefined if they can.
 *
 * @param config its settings; undefined if they are wrong
 */
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
