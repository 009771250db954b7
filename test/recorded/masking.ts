import { createHash } from 'node:crypto';
import type { TestHost, TestResponse } from 'chronoscribe/testing';

/** Headers that say something about the connection, not about the answer. */
const ofConnection = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

const dayMs = 86_400_000;
const isNow = (milliseconds: number): boolean => Math.abs(milliseconds - Date.now()) < 10 * dayMs;

/**
 * An answer as text, without what differs from one host to the next: ids, secrets, addresses, and what the
 * wall clock shows. Times of the account's own clock and of events stay; those of the plan are whole hours.
 */
export function masked(host: Pick<TestHost, 'url' | 'dataFolder'>, { status, headers, text }: TestResponse): string {
  const shown = [...headers].filter(([name]) => !ofConnection.includes(name)).map((header) => header.join(': '));
  return (
    [String(status), ...shown.toSorted(), '', text]
      .join('\n')
      .replaceAll(host.url, 'HOST')
      .replaceAll(new URL(host.url).host, 'HOST')
      .replaceAll(host.dataFolder, 'DATA')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID')
      .replace(/\b(csk_|whsec_|session=|invitation\/|cursor=|"next_cursor":")[\w.%=/+-]+/g, '$1SECRET')
      .replace(/\b[0-9a-f]{32,64}\b|"(?=[^"]*\d)(?=[^"]*[A-Z])[\w-]{20,}={0,2}"/g, 'CODE')
      .replace(/\d{4}-\d\d-\d\dT\d\d:(?!00:00Z)\d\d:\d\d(\.\d+)?Z/g, (time) => (isNow(Date.parse(time)) ? 'NOW' : time))
      // What a store can: lowdb keeps no index of words.
      .replace(/("searched": ?)"(names|texts)"/g, '$1"STORE"')
      .replace(/^DTSTAMP:.*$/gm, 'DTSTAMP:NOW')
      .replace(/\b\d{13}\b/g, (time) => (isNow(Number(time)) ? 'NOW' : time))
      .replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, (time) => (isNow(Date.parse(time)) ? 'NOW' : time))
  );
}

/** A short name of a text. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
