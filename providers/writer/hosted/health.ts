import { type Health, Problem } from 'chronoscribe';
import { send } from '../connection.ts';
import { type Service, statusFault } from '../service.ts';
import type { Settings } from './settings.ts';

/** Health is asked by people who wait: the host gives it two seconds. */
const healthMs = 1500;
const anthropicVersion = '2023-06-01';

/** Asks for the list of models, which costs nothing and needs the key. */
export async function healthOf(settings: Settings, service: Service): Promise<Health> {
  const hint = 'Check the network, and apiKey and baseUrl of the writer.';
  try {
    const url = new URL(`${settings.baseUrl}/models`);
    const signal = AbortSignal.timeout(healthMs);
    const incoming = await send(url, { headers: accessOf(settings), signal }, { service, timeoutMs: healthMs });
    incoming.destroy();
    const status = incoming.statusCode ?? 0;
    const fault = status < 300 ? undefined : statusFault(service, status, incoming.headers);
    // A server that keeps no list is there all the same.
    return fault === undefined
      ? { status: 'ok', detail: `${service.name} answers; the model is ${settings.model}` }
      : { status: 'degraded', detail: fault.detail, hint };
  } catch (thrown) {
    return { status: 'degraded', detail: Problem.of(thrown).detail, hint };
  }
}

function accessOf({ vendor, apiKey }: Settings): Readonly<Record<string, string>> {
  if (apiKey === undefined) return {};
  return vendor === 'anthropic'
    ? { 'x-api-key': apiKey, 'anthropic-version': anthropicVersion }
    : { authorization: `Bearer ${apiKey}` };
}
