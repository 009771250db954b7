import { Problem } from '../api/problem.ts';
import type { ModelPackage } from '../api/provider.ts';
import { hasCode } from '../files/durable-write.ts';
import type { ModelState } from '../kinds/models.ts';

/** The command that downloads a model. */
export const pullHint = ({ name }: ModelPackage): string => `Run: chronoscribe models pull ${name}`;

/** The model is not installed, and must not be downloaded now. */
export function modelUnavailable(model: ModelPackage, state: ModelState): Problem {
  const fault = state.status === 'damaged' ? `is damaged: ${state.detail}` : 'is not on this machine';
  return new Problem('provider-unavailable', { detail: `The model ${model.name} ${fault}. ${pullHint(model)}` });
}

export interface DownloadFailure {
  readonly url: string;
  /** Whether the same request may succeed later. */
  readonly transient: boolean;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** The download failed. @param what completes "The model NAME could not be fetched: " */
export function downloadFailed(
  model: ModelPackage,
  what: string,
  { url, retryAfter, ...options }: DownloadFailure,
): Problem {
  const manual = `or load ${url} elsewhere and run: chronoscribe models import ${model.name} FILE`;
  return new Problem('provider-unavailable', {
    detail: `The model ${model.name} could not be fetched: ${what}. Try again (chronoscribe models pull ${model.name}), ${manual}`,
    ...options,
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** The file is not the model. Nothing of it is kept. */
export function wrongModel(model: ModelPackage, source: string, what: string): Problem {
  return new Problem('provider-unavailable', {
    detail: `${source} is not the model ${model.name}: ${what}. Nothing of it was kept.`,
  });
}

/** The disk has no room for the model. */
export function insufficientStorage(model: ModelPackage, folder: string, cause?: unknown): Problem {
  return new Problem('insufficient-storage', {
    detail: `The disk that holds ${folder} has no room for the model ${model.name}. Free some space and try again.`,
    cause,
  });
}

/** The problem for an error of the file system in the folder of models; undefined for any other error. */
export function diskProblem(model: ModelPackage, folder: string, thrown: unknown): Problem | undefined {
  if (hasCode(thrown, 'ENOSPC', 'EDQUOT')) return insufficientStorage(model, folder, thrown);
  if (!hasCode(thrown, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EIO')) return undefined;
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  const detail = `The model ${model.name} could not be written to ${folder} (${reason}).`;
  return new Problem('provider-unavailable', {
    detail: `${detail} Change the folder's owner, or choose another with --data.`,
    cause: thrown,
  });
}
