import { Problem } from '../api/problem.ts';
import type { ModelPackage } from '../api/provider.ts';
import { hasCode } from '../files/durable-write.ts';
import type { ModelState } from '../kinds/models.ts';

/** How to get a model: `chronoscribe models pull NAME`. */
export function howToPull({ name }: ModelPackage): string {
  return `Run: chronoscribe models pull ${name}`;
}

/** It is not here, and must not be fetched now. */
export function notHere(model: ModelPackage, state: ModelState): Problem {
  const how = state.status === 'damaged' ? `is damaged: ${state.detail}` : 'is not on this machine';
  return new Problem('provider-unavailable', { detail: `The model ${model.name} ${how}. ${howToPull(model)}` });
}

export interface FetchFaultOptions {
  readonly url: string;
  /** True where the same may succeed later. */
  readonly transient: boolean;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** It could not be fetched. `what` goes on after "The model NAME could not be fetched: ". */
export function notFetched(model: ModelPackage, what: string, { url, retryAfter, ...options }: FetchFaultOptions): Problem {
  const byHand = `or load ${url} elsewhere and run: chronoscribe models import ${model.name} FILE`;
  return new Problem('provider-unavailable', {
    detail: `The model ${model.name} could not be fetched: ${what}. Try again (chronoscribe models pull ${model.name}), ${byHand}`,
    ...options,
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** What came is not what the model is. Nothing of it is kept. */
export function notIt(model: ModelPackage, source: string, what: string): Problem {
  return new Problem('provider-unavailable', {
    detail: `${source} is not the model ${model.name}: ${what}. Nothing of it was kept.`,
  });
}

/** What a system call that failed in the folder of models means for a person; undefined for any other failure. */
export function diskFault(model: ModelPackage, folder: string, thrown: unknown): Problem | undefined {
  if (hasCode(thrown, 'ENOSPC', 'EDQUOT')) return noRoom(model, folder, thrown);
  if (!hasCode(thrown, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EIO')) return undefined;
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  const detail = `The model ${model.name} could not be written to ${folder} (${reason}).`;
  return new Problem('provider-unavailable', {
    detail: `${detail} Change the folder's owner, or choose another with --data.`,
    cause: thrown,
  });
}

/** There is no room for it. */
export function noRoom(model: ModelPackage, folder: string, cause?: unknown): Problem {
  return new Problem('insufficient-storage', {
    detail: `The disk that holds ${folder} has no room for the model ${model.name}. Free some space and try again.`,
    cause,
  });
}
