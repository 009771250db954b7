import { z } from 'zod';
import { serverEvents } from '../client/transport.ts';
import { planHost } from '../host/plan.ts';
import { type ConfigurationValues, configurationOptions, hostRequest, text, UsageError } from './command.ts';

/** The options of every command that asks a running host. @param access what the key needs, such as `the scope time` */
export const connectionOptions = (access: string) => ({
  key: text('KEY', `an API key with ${access}; also CHRONOSCRIBE_API_KEY`),
  url: text('URL', 'the address of the host; default from the configuration'),
  ...configurationOptions,
});

/** Their values. */
export type ConnectionValues = ConfigurationValues & { readonly [Name in 'key' | 'url']?: string | undefined };

/**
 * A client of the host that the options name, or else the configuration.
 *
 * @throws UsageError without a key
 */
export async function connect(values: ConnectionValues): Promise<HostClient> {
  const key = values.key ?? process.env.CHRONOSCRIBE_API_KEY;
  if (key === undefined) throw new UsageError('missing: --key KEY, the key that the host printed at its first start');
  return hostClient(values.url ?? (await configuredUrl(values)), key);
}

async function configuredUrl(values: ConfigurationValues): Promise<string> {
  const { host, port, tls } = (await planHost(hostRequest(values))).configuration.http;
  // A host that listens on all addresses is reached by the loopback address.
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${tls === null ? 'http' : 'https'}://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

const Progress = z.object({ step: z.string(), index: z.number(), of: z.number(), fraction: z.number() });
const Failure = z.union([
  z
    .object({ detail: z.array(z.object({ msg: z.string() })) })
    .transform(({ detail }) => detail.map(({ msg }) => msg).join('\n')),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
]);

export type Progress = z.output<typeof Progress>;

/** A host as a client sees it, over HTTP. */
export function hostClient(url: string, key: string) {
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = { authorization: `Bearer ${key}`, ...init.headers };
    const response = await fetch(new URL(path, url), { ...init, headers }).catch((cause: unknown) => {
      throw new Error(`No host answers at ${url}. Start one, or name another with --url.`, { cause });
    });
    if (!response.ok) throw new Error(saidIn(await response.text()));
    return response;
  };
  return {
    /** Calls an endpoint and returns its answer. @throws Error with the host's own words, or if no host answers */
    async call<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, answer: z.ZodType<T>, body?: object) {
      const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const response = await send(path, { method, ...json });
      return answer.parse(await response.json());
    },

    /** Sends a body as it is. @throws Error as above. */
    async post<T>(path: string, body: Blob, answer: z.ZodType<T>) {
      const response = await send(path, { method: 'POST', body, headers: { 'content-type': body.type } });
      return answer.parse(await response.json());
    },

    /** Uploads one file and waits for what becomes of it. @throws Error as above. */
    async upload<T>(path: string, file: File, answer: z.ZodType<T>, watch: (progress: Progress) => void) {
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

export type HostClient = ReturnType<typeof hostClient>;

/** The host's own words in either style of error, or else all that it sent. */
function saidIn(body: string): string {
  try {
    return Failure.parse(JSON.parse(body));
  } catch {
    return `The host failed, and said: ${body}`;
  }
}
