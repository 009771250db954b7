import { isDeepStrictEqual } from 'node:util';
import type { Revision } from 'chronoscribe/kinds/journal';
import type { LedgerEvent } from './event.ts';
import { toLedgerEvent } from './stored-event.ts';

type Shown = Pick<Revision, 'time' | 'body'> | undefined;

/** Whether two views show the same version of an event: the same id with the same content, or both none. */
export function isSameVersion(one: Shown, other: Shown): boolean {
  if (one === undefined || other === undefined) return one === other;
  return isDeepStrictEqual(toLedgerEvent(one), toLedgerEvent(other));
}

/** Whether two changes of one event lead to the same, though perhaps under different ids. */
export function isSameChange(one: Shown, other: Shown): boolean {
  if (one === undefined || other === undefined) return one === other;
  return isDeepStrictEqual(withoutIds(toLedgerEvent(one)), withoutIds(toLedgerEvent(other)));
}

function withoutIds({ event_id: _, manipulation, ...content }: LedgerEvent) {
  return { ...content, manipulation: manipulation && { ...manipulation, of: null } };
}
