import { join } from 'node:path';
import type { ModelPackage } from '../api/provider.ts';
import type { ModelState } from '../kinds/models.ts';
import { digestOf } from './digest.ts';
import { readReceipt } from './receipt.ts';
import { stateOf } from './state.ts';

/** How a model's folder is, by the contents of all its files. */
export async function verifiedState(model: ModelPackage, folder: string, signal: AbortSignal): Promise<ModelState> {
  const state = await stateOf(model, folder);
  if (state.status !== 'ready') return state;
  for (const { name, sha256 } of (await readReceipt(folder))?.files ?? []) {
    if ((await digestOf(join(folder, name), signal)).sha256 !== sha256) {
      return { status: 'damaged', detail: `${name} is not what it was when it came` };
    }
  }
  return state;
}
