import type { TestHost } from 'chronoscribe/testing';
import { expect } from 'vitest';
import { z } from 'zod';

const ShownEvent = z.object({ event_id: z.string(), description: z.string(), time: z.string(), location: z.string() });
const Finding = z.looseObject({ kind: z.string(), severity: z.string(), event_ids: z.array(z.string()) });

interface EventInput {
  readonly event_id?: string;
  readonly description?: string;
  readonly time?: string;
  readonly location?: string;
  readonly timeline_id?: string;
  readonly [field: string]: unknown;
}

/** The range that every event of these tests lies in. */
export const always = '0000-01-01T00:00:00Z/9999-12-31T23:59:59Z';

/** The endpoints of events and timelines as tests call them, for a new account of a host. */
export async function ledgerClient(host: TestHost) {
  const { account, key } = await host.newAccount();
  const call = (method: string, path: string, json?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    host.call(method, path, { json, key, headers });
  const must = async <T>(answer: z.ZodType<T>, status: number, ...of: Parameters<typeof call>): Promise<T> => {
    const answered = await call(...of);
    expect(answered.status, answered.text).toBe(status);
    return answer.parse(answered.json);
  };

  return {
    account,
    key,
    call,
    /** Records an event, of which only what matters must be said. @returns its id */
    async record(event: EventInput = {}): Promise<string> {
      const whole = { description: 'Something happens', time: '2025-03-01T12:00:00Z', location: 'Berlin', ...event };
      return (await must(ShownEvent, 201, 'POST', '/v1/record-event', whole)).event_id;
    },
    /** The ids that a search finds, in their order. */
    async search(
      query: { readonly location?: string; readonly time_range?: string; readonly [field: string]: unknown } = {},
    ) {
      const found = await must(z.object({ events: z.array(ShownEvent) }), 200, 'GET', '/v1/search-events', {
        location: 'Berlin',
        time_range: always,
        ...query,
      });
      return found.events.map(({ event_id }) => event_id);
    },
    /** Gives an event a new outcome. @returns the new id */
    async manipulate(event_id: string, new_outcome: object = {}, other: object = {}): Promise<string> {
      const answer = await must(z.looseObject({ new_event_id: z.string() }), 200, 'POST', '/v1/manipulate-event', {
        event_id,
        new_outcome: { description: 'Otherwise', changes: [], ...new_outcome },
        ...other,
      });
      return answer.new_event_id;
    },
    /** Sends a file of events. */
    importFile: (body: string, type: string, query = '', headers: Readonly<Record<string, string>> = {}) =>
      host.call('POST', `/v1/import-events${query}`, { key, body, headers: { 'content-type': type, ...headers } }),
    async branch(base_timeline_id = 'primary'): Promise<string> {
      const request = { base_timeline_id, description: 'What if' };
      return (await must(z.object({ timeline_id: z.string() }), 200, 'POST', '/v1/create-timeline', request))
        .timeline_id;
    },
    /** The findings of a check of a timeline. */
    async check(timeline_id = 'primary') {
      const Answer = z.object({ status: z.string(), timeline_stability: z.string(), findings: z.array(Finding) });
      return must(Answer, 200, 'GET', '/v1/check-paradox', { timeline_id });
    },
  };
}

export type LedgerClient = Awaited<ReturnType<typeof ledgerClient>>;

/** The slug of a problem and its status: `404 event-not-found`. */
export function problemOf({ status, json }: { readonly status: number; readonly json: unknown }): string {
  const { type } = z.object({ type: z.string() }).parse(json);
  return `${status} ${type.replace('urn:chronoscribe:problem:', '')}`;
}
