import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { type ModelService, sendRequest, statusProblem } from '../model/service.ts';
import type { Settings } from './vendors.ts';

/** The context that is used where neither the settings nor the server name one. */
const usualContextTokens = 8192;
const anthropicVersion = '2023-06-01';

/** `GET /v1/models` as vLLM (`max_model_len`) and llama.cpp (`meta.n_ctx`) answer it. */
const ModelList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      max_model_len: z.int().min(1).nullish().catch(null),
      meta: z
        .object({ n_ctx: z.int().min(1).nullish() })
        .nullish()
        .catch(null),
    }),
  ),
});
/** `GET /props` of llama.cpp: the context of one request. */
const Props = z.object({ default_generation_settings: z.object({ n_ctx: z.int().min(1) }) });

/** The models that a server lists; null if it has no such list. @throws Problem if it cannot be reached or refuses */
export async function servedModels(settings: Settings, service: ModelService, signal: AbortSignal, timeoutMs: number) {
  const answer = await getJson(`${settings.baseUrl}/models`, settings, service, signal, timeoutMs);
  return ModelList.safeParse(answer).data?.data ?? null;
}

/**
 * The context of a model in tokens: the setting, else what the server tells, else 8192.
 *
 * @throws Problem if the server cannot be reached or refuses
 */
export async function contextOf(settings: Settings, service: ModelService, signal: AbortSignal): Promise<number> {
  const { baseUrl, contextTokens, model, timeoutMs } = settings;
  if (contextTokens !== undefined) return contextTokens;
  const listed = (await servedModels(settings, service, signal, timeoutMs))?.find(({ id }) => id === model);
  const told = listed?.max_model_len ?? listed?.meta?.n_ctx;
  if (told != null) return told;
  const props = await getJson(`${baseUrl.replace(/\/v1$/, '')}/props`, settings, service, signal, timeoutMs);
  return Props.safeParse(props).data?.default_generation_settings.n_ctx ?? usualContextTokens;
}

/** The JSON that a server answers; undefined if it has no such address or answers something else. */
async function getJson(
  url: string,
  settings: Settings,
  service: ModelService,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<unknown> {
  const incoming = await sendRequest(new URL(url), { headers: authHeaders(settings), signal }, { service, timeoutMs });
  const status = incoming.statusCode ?? 0;
  try {
    if (status === 200) return await json(incoming);
  } catch {
    // Not JSON: it is not what was asked for. A server that is gone fails the request that follows.
    signal.throwIfAborted();
  } finally {
    incoming.destroy();
  }
  const fault = status < 300 ? undefined : statusProblem(service, status, incoming.headers);
  if (fault !== undefined) throw fault;
  return undefined;
}

function authHeaders({ vendor, apiKey }: Settings): Readonly<Record<string, string>> {
  if (apiKey === undefined) return {};
  return vendor === 'anthropic'
    ? { 'x-api-key': apiKey, 'anthropic-version': anthropicVersion }
    : { authorization: `Bearer ${apiKey}` };
}
