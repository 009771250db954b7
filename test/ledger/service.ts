import { setTimeout } from 'node:timers/promises';
import type { TestHost, TestResponse } from 'chronoscribe/testing';
import { type LedgerDriver, requestIdOf } from './protocol.ts';
import { answerTo, Page } from './service/answers.ts';
import { newNames } from './service/names.ts';
import { type Request, requestFor } from './service/requests.ts';

/** The ledger of one account of a real host, over HTTP. The account must be new. */
export function serviceLedger(host: TestHost, key: string): LedgerDriver {
  const names = newNames();
  /**
   * When as many operations were done as the place in the list says. Nothing more changes in those milliseconds, so
   * that `as_of` can tell one change from the next.
   */
  const instants = [Date.now()];

  function send({ method, path, json, calendar }: Request): Promise<TestResponse> {
    const headers = { 'x-request-id': requestIdOf(instants.length) };
    return calendar === undefined
      ? host.call(method, path, { json, key, headers })
      : host.call(method, path, { body: calendar, key, headers: { ...headers, 'content-type': 'text/calendar' } });
  }

  /** The response, with the events of all following pages. */
  async function sendForAll(request: Request): Promise<Pick<TestResponse, 'status' | 'json'>> {
    const answer = await send(request);
    if (answer.status !== 200) return answer;
    const { events, next_cursor } = Page.parse(answer.json);
    if (typeof next_cursor !== 'string') return answer;
    const rest = await sendForAll({ ...request, json: { ...request.json, cursor: next_cursor } });
    return rest.status === 200 ? { status: 200, json: { events: [...events, ...Page.parse(rest.json).events] } } : rest;
  }

  return {
    async perform(operation) {
      const request = requestFor(operation, names, instants);
      if (request.method !== 'GET') while (Date.now() <= (instants.at(-1) ?? 0)) await setTimeout(1);
      const answer = operation.type === 'search' ? await sendForAll(request) : await send(request);
      instants.push(Date.now());
      return answerTo(operation, answer, names);
    },
  };
}
