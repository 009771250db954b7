import { type Models, Problem } from 'chronoscribe';
import type { ModelPackage } from 'chronoscribe/types';

/**
 * The models of a machine on which those in `folders` are, by name, and nothing can be fetched unless `fetch` does it.
 */
export function modelsOnDisk(
  folders: Readonly<Record<string, string>>,
  fetch: (model: ModelPackage) => Promise<string> = refuse,
): Models {
  const found = new Map(Object.entries(folders));
  return {
    async state({ name }) {
      const folder = found.get(name);
      return folder === undefined ? { status: 'absent' } : { status: 'ready', folder };
    },
    async ensure(model, { download, signal, progress }) {
      signal.throwIfAborted();
      const there = found.get(model.name);
      if (there !== undefined) return there;
      if (!download) return refuse(model);
      progress(0.5);
      const folder = await fetch(model);
      found.set(model.name, folder);
      progress(1);
      return folder;
    },
  };
}

async function refuse({ name }: ModelPackage): Promise<never> {
  throw new Problem('provider-unavailable', { detail: `No network here. Run \`chronoscribe models pull ${name}\`.` });
}
