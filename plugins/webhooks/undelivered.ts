import type { StoredMessage } from 'chronoscribe';
import { z } from 'zod';
import { EventType, WebhookEvent } from './registry.ts';

/** An event that a webhook has not received, as it is shown. */
export const Delivery = z.object({
  id: z.string().describe('The id of the delivery, and of the message that is sent'),
  event: EventType.describe('What it tells'),
  run: z.string().describe('The run that it is about'),
  state: z
    .enum(['under-way', 'waiting', 'given-up'])
    .describe('Given up after three days, or as it was refused for good'),
  tries: z.int().describe('Attempts so far'),
  createdAt: z.int().describe('Milliseconds since 1970'),
  nextAttemptAt: z.int().nullable().describe('Milliseconds since 1970; null unless it waits'),
  reason: z.string().nullable().describe('Why the last attempt failed; null if none has'),
});

export function deliveryOf({
  id,
  about,
  state,
  tries,
  addedAt,
  dueAt,
  reason,
}: StoredMessage): z.input<typeof Delivery> {
  const { type, run } = WebhookEvent.parse(about);
  return {
    ...{ id, event: type, run, tries, createdAt: addedAt, reason },
    state: state === 'ended' ? 'given-up' : state,
    nextAttemptAt: state === 'waiting' ? dueAt : null,
  };
}
