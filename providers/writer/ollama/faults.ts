import type { IncomingMessage } from 'node:http';
import { Problem } from 'chronoscribe';
import { z } from 'zod';
import { faultBody, isJson } from '../connection.ts';
import { ContextExceeded } from '../model.ts';
import { notTheService, type Service, statusFault } from '../service.ts';

/** The server does not have the model. */
export class ModelMissing extends Error {
  override readonly name = 'ModelMissing';
}

/** The server failed while it was answering. Its message is Ollama's own. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
}

const errorBody = z.object({ error: z.string() }).catch({ error: '' });

/** What is wrong with an answer, by its status and type; undefined where its body can be read. Ollama's own words stay out of the detail. */
export async function faultOf(incoming: IncomingMessage, service: Service): Promise<Error | undefined> {
  const status = incoming.statusCode ?? 0;
  if (status === 200 && isJson(incoming)) return undefined;
  const { error } = errorBody.parse(await faultBody(incoming));
  if (status === 200) return notTheService(service);
  if (status === 404 && /not found/i.test(error)) return new ModelMissing();
  if (status === 400 && /context|too long/i.test(error)) return new ContextExceeded();
  return (
    statusFault(service, status, incoming.headers) ??
    new Problem('provider-failed', { detail: `${service.name} answered with status ${status}. Check baseUrl of the writer.` })
  );
}
