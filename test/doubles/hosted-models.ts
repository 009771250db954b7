import type { ModelServer } from './model-server.ts';
import type { VendorAnswer, VendorRequest } from './vendor-server.ts';

/** A double of a vendor that asks for a key and has one model. */
export interface HostedModelServer extends ModelServer {
  readonly apiKey: string;
  readonly model: string;
}

export const apiKey = 'sk-test-0123456789abcdef';
export const model = 'scribe-1';

/** Refuses what has not the key, and another model than the one there is, as `body` puts it. */
export function guarded(
  request: VendorRequest,
  key: string | undefined,
  wanted: unknown,
  fault: (status: number, type: string, message: string) => object,
): VendorAnswer | undefined {
  const refuse = (status: number, type: string, message: string) => ({ status, json: fault(status, type, message) });
  if (key !== apiKey) return refuse(401, 'authentication_error', `invalid key ${key}`);
  if (request.method === 'POST' && wanted !== model) return refuse(404, 'not_found_error', `model: ${String(wanted)}`);
  return undefined;
}
