import type { ImportLine } from 'chronoscribe/kinds/ledger';
import { z } from 'zod';
import { eventLine, faultsIn, isObject, type JsonObject, joinFaults } from './event-line.ts';

/**
 * The context attributes of CloudEvents 1.0 that an event is made from; `time`, which they leave open, is what an event stands on
 * here.
 */
const Attributes = z.object({
  specversion: z.string().regex(/^1\.\d+$/, 'Only CloudEvents 1.0 can be read'),
  id: z.string().min(1),
  source: z.string().min(1),
  type: z.string().min(1),
  time: z.string(),
  subject: z.string().min(1).optional(),
  causationid: z.string().min(1).optional(),
  data: z.unknown().optional(),
});

/** Fields of an event that have no place among the attributes, and are taken from `data` as they are. */
const fieldsOfData = ['end_time', 'participants', 'requires', 'effects', 'geo'];

/** Whether an object is meant as a CloudEvent: only those have a version. */
export function isCloudEvent(object: JsonObject): boolean {
  return 'specversion' in object;
}

/**
 * The line of a CloudEvent (github.com/cloudevents/spec, version 1.0), or why it makes none. It happened at `data.location`, else
 * at `subject`, else at `source`; `data.description`, else `type`, says what; `causationid` is a cause beside those in
 * `data.causes`.
 */
export function cloudEventLine(line: number, object: JsonObject): ImportLine {
  const { success, data: attributes, error } = Attributes.safeParse(object);
  if (!success) return { line, detail: joinFaults(faultsIn(error, object)) };
  const { id, source, type, time, subject, causationid } = attributes;
  const data = isObject(attributes.data) ? attributes.data : {};
  const causes = withCause(data.causes, causationid);
  return eventLine(line, {
    ...Object.fromEntries(fieldsOfData.filter((name) => name in data).map((name) => [name, data[name]])),
    ...(causes !== undefined && { causes }),
    event_id: id,
    time,
    location: data.location ?? subject ?? source,
    description: data.description ?? type,
  });
}

function withCause(causes: unknown, causationid: string | undefined): unknown {
  if (causationid === undefined) return causes;
  if (causes === undefined) return [causationid];
  return Array.isArray(causes) && !causes.some((cause) => isCause(cause, causationid)) ? [...causes, causationid] : causes;
}

function isCause(cause: unknown, id: string): boolean {
  return cause === id || (isObject(cause) && cause.event_id === id);
}
