import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Problem } from 'chronoscribe';
import { z } from 'zod';

/** The source or the answer to it did not fit into the model's context. The caller divides the source further. */
export class ContextExceeded extends Error {
  override readonly name = 'ContextExceeded';
}

/** The server does not have the model. */
export class ModelMissing extends Error {
  override readonly name = 'ModelMissing';
}

/** The server failed while it was answering. Its message is Ollama's own. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
}

const errorBody = z.object({ error: z.string() });

/** What is wrong with an answer, by its status and type; undefined where its body can be read. Ollama's own words stay out of the detail. */
export async function faultOf(incoming: IncomingMessage, origin: string): Promise<Error | undefined> {
  const status = incoming.statusCode ?? 0;
  const isJson = /json/.test(incoming.headers['content-type'] ?? '');
  if (status === 200 && isJson) return undefined;
  if (status === 200) {
    incoming.destroy();
    return new Problem('provider-failed', { detail: `What answers at ${origin} is not Ollama. Correct baseUrl of the writer.` });
  }

  const seconds = Number(incoming.headers['retry-after']);
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? { retryAfter: seconds } : {};
  const message = isJson ? await errorMessage(incoming) : '';
  incoming.destroy();
  if (status === 404 && /not found/i.test(message)) return new ModelMissing();
  if (status === 400 && /context|too long/i.test(message)) return new ContextExceeded();
  if (status === 401 || status === 403) {
    return new Problem('provider-unavailable', { detail: `${origin} refuses access to Ollama (${status}).` });
  }
  if (status === 429) {
    return new Problem('provider-unavailable', {
      detail: `Ollama at ${origin} has too many requests (429).`,
      transient: true,
      ...retryAfter,
    });
  }
  if (status >= 500) {
    return new Problem('provider-unavailable', {
      detail: `Ollama at ${origin} failed with status ${status}.`,
      transient: true,
      ...retryAfter,
    });
  }
  return new Problem('provider-failed', {
    detail: `Ollama at ${origin} answered with status ${status}. Check baseUrl of the writer.`,
  });
}

async function errorMessage(incoming: IncomingMessage): Promise<string> {
  try {
    return errorBody.parse(JSON.parse(await text(incoming))).error;
  } catch {
    // The status alone tells enough.
    return '';
  }
}
