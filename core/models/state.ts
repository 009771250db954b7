import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelPackage } from '../api/provider.ts';
import { hasCode } from '../files/durable-write.ts';
import type { ModelState } from '../kinds/models.ts';
import { readReceipt } from './receipt.ts';

/** How a model's folder is, by names and sizes. */
export async function stateOf(model: ModelPackage, folder: string): Promise<ModelState> {
  if ((await sizeOf(folder)) === undefined) return { status: 'absent' };
  const receipt = await readReceipt(folder);
  if (receipt === null) return damaged(`${folder} holds no receipt (model.json) that can be read`);
  if (receipt.fetched !== null && model.sha256 !== null && receipt.fetched.sha256 !== model.sha256) {
    return damaged('another edition of it is here');
  }
  for (const name of model.files) {
    const expected = receipt.files.find((file) => file.name === name)?.bytes;
    const bytes = await sizeOf(join(folder, name));
    if (bytes === undefined || expected === undefined) return damaged(`${name} is missing`);
    if (bytes !== expected) return damaged(`${name} has ${bytes} bytes instead of ${expected}`);
  }
  return { status: 'ready', folder };
}

function damaged(detail: string): ModelState {
  return { status: 'damaged', detail };
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return undefined;
    throw thrown;
  }
}
