import { Archive, type Provider, Store } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
import type { MovableOpener } from '../contract/archive.ts';
import { Journal } from '../journal/kind.ts';

/** Opens the stores of a provider, each in its folder. */
export function movable(provider: Provider, settings: (folder: string) => object = () => ({})): MovableOpener {
  return async (folder) => {
    const { instance, provided, stop } = await startProvider(Store, provider, {
      with: settings(folder),
      dataFolder: folder,
    });
    return { store: instance, journal: provided(Journal), archive: provided(Archive), stop };
  };
}
