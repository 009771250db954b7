import { z } from 'zod';
import { type Collection, defineCollection } from '../kinds/store.ts';

/** Something that must reach another server, however often it takes. It says what it is about, and never holds clinical text itself. */
export interface OutboxMessage<About> {
  /** Unique in its outbox. */
  readonly id: string;
  readonly account: string;
  /** The server that it goes to, by a name of the owner's. One server gets one letter at a time. */
  readonly to: string;
  /** Plain JSON; what is needed to write it when it is sent. */
  readonly about: About;
}

/** A letter as the store keeps it, until it is delivered. */
export interface StoredMessage extends OutboxMessage<unknown> {
  /** `ended`: given up; kept so that it can be told. */
  readonly state: 'waiting' | 'under-way' | 'ended';
  /** Milliseconds since 1970, as all times here. */
  readonly addedAt: number;
  /** When a waiting one is tried next, when the try of one under way counts as lost, when an ended one ended. */
  readonly dueAt: number;
  readonly tries: number;
  /** Why the last try failed, as a sentence for a person; null where none has. */
  readonly reason: string | null;
}

/** The letters of an outbox: `<name>_letters`. */
export function messageCollection(name: string): Collection<StoredMessage> {
  return defineCollection({
    name: `${name}_letters`,
    schema: z.object({
      id: z.string(),
      account: z.string(),
      to: z.string(),
      about: z.unknown(),
      state: z.enum(['waiting', 'under-way', 'ended']),
      addedAt: z.number(),
      dueAt: z.number(),
      tries: z.number(),
      reason: z.string().nullable(),
    }),
    indexes: [
      ['state', 'dueAt'],
      ['to', 'state', 'dueAt'],
    ],
  });
}
