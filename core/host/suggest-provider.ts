import type { Kind } from '../api/kind.ts';
import type { Plugin } from '../api/plugin.ts';
import type { Provider } from '../api/provider.ts';

/** What can be had without installing anything. */
export interface Bundled {
  readonly providers: readonly Provider[];
  readonly plugins: readonly Plugin[];
}

/** What to write in configuration to get a kind that nothing answers: a provider of it, the plugin that provides it, or a provider of another kind that does. */
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

function names(providers: readonly Provider[]): string {
  return providers.map(({ name }) => name).join(', ');
}

function holds(provides: Readonly<Record<string, Kind<unknown>>>, kind: string): boolean {
  return Object.values(provides).some(({ name }) => name === kind);
}
