import type { Logger } from '../api/logger.ts';
import type { ModelPackage } from '../api/provider.ts';
import { makeFolder } from '../files/durable-write.ts';
import type { Models } from '../kinds/models.ts';
import { addressOf } from './address.ts';
import { acquireDownloadLock } from './download-lock.ts';
import { diskFault, notHere } from './faults.ts';
import { fetchModel } from './fetch.ts';
import { type ModelPlaces, placesOf } from './places.ts';
import { stateOf } from './state.ts';

export interface ModelsOptions {
  /** The folder of all models; made when the first one is fetched. */
  readonly folder: string;
  /** See `addressOf`. */
  readonly mirror: string | null;
  readonly log: Logger;
  /** How long a server may send nothing. */
  readonly silenceMs?: number;
}

/** The models in a folder, see `Models`. Any number of processes may share it. */
export function createModels({ folder, mirror, log, silenceMs = 60_000 }: ModelsOptions): Models {
  return {
    state: async (model) => stateOf(model, placesOf(folder, model).folder),
    async ensure(model, { download, signal, progress }) {
      signal.throwIfAborted();
      const places = placesOf(folder, model);
      const found = await stateOf(model, places.folder);
      if (found.status === 'ready') return found.folder;
      if (!download) throw notHere(model, found);
      return inTurn(model, places, signal, async () => {
        // Whoever had the turn before may have fetched it.
        if ((await stateOf(model, places.folder)).status === 'ready') return places.folder;
        const url = addressOf(model.url, mirror);
        log.info({ model: model.name, url }, 'fetching a model');
        await fetchModel({ model, url, places, silenceMs, signal, progress });
        log.info({ model: model.name, folder: places.folder }, 'a model is here');
        return places.folder;
      });
    },
  };
}

/**
 * Does what changes a model's folder when nobody else does.
 *
 * @throws Problem for what the file system says; the reason of the signal.
 */
export async function inTurn<T>(
  model: ModelPackage,
  places: ModelPlaces,
  signal: AbortSignal,
  change: () => Promise<T>,
): Promise<T> {
  try {
    await makeFolder(places.unfinished);
    using _ = await acquireDownloadLock(places.lock, signal);
    return await change();
  } catch (thrown) {
    signal.throwIfAborted();
    throw diskFault(model, places.unfinished, thrown) ?? thrown;
  }
}
