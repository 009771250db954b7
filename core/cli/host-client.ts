import { z } from 'zod';
import { serverEvents } from '../client/transport.ts';

const Progress = z.object({ step: z.string(), index: z.number(), of: z.number(), fraction: z.number() });
const Failure = z.union([
  z
    .object({ detail: z.array(z.object({ msg: z.string() })) })
    .transform(({ detail }) => detail.map(({ msg }) => msg).join('\n')),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
]);

export type Progress = z.output<typeof Progress>;

/** A host as a client sees it, over HTTP. */
export interface HostClient {
  /** Calls an endpoint and returns its answer. @throws Error with the host's own words, or if no host answers */
  call<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, answer: z.ZodType<T>, body?: object): Promise<T>;
  /** Sends a body as it is. @throws Error as above. */
  post<T>(path: string, body: Blob, answer: z.ZodType<T>): Promise<T>;
  /** Uploads one file and waits for what becomes of it. @throws Error as above. */
  upload<T>(path: string, file: File, answer: z.ZodType<T>, watch: (progress: Progress) => void): Promise<T>;
}

export function hostClient(url: string, key: string): HostClient {
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = { authorization: `Bearer ${key}`, ...init.headers };
    const response = await fetch(new URL(path, url), { ...init, headers }).catch((cause: unknown) => {
      throw new Error(`No host answers at ${url}. Start one, or name another with --url.`, { cause });
    });
    if (!response.ok) throw new Error(saidIn(await response.text()));
    return response;
  };
  return {
    async call(method, path, answer, body) {
      const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const response = await send(path, { method, ...json });
      return answer.parse(await response.json());
    },

    async post(path, body, answer) {
      const response = await send(path, { method: 'POST', body, headers: { 'content-type': body.type } });
      return answer.parse(await response.json());
    },

    async upload(path, file, answer, watch) {
      const body = new FormData();
      body.set('file', file);
      const response = await send(path, { method: 'POST', body, headers: { accept: 'text/event-stream' } });
      for await (const { event, data } of serverEvents(response.body ?? new ReadableStream())) {
        switch (event) {
          case 'progress':
            watch(Progress.parse(JSON.parse(data)));
            break;
          case 'result':
            return answer.parse(JSON.parse(data));
          case 'error':
            throw new Error(saidIn(data));
        }
      }
      throw new Error('The host closed the stream before the work was done.');
    },
  };
}

/** The host's own words in either style of error, or else all that it sent. */
function saidIn(body: string): string {
  try {
    return Failure.parse(JSON.parse(body));
  } catch {
    return `The host failed, and said: ${body}`;
  }
}
