import type { ImportLine } from 'chronoscribe/kinds/ledger';
import { z } from 'zod';
import { formatIssues, isObject, type JsonObject, joinErrors, validateEvent } from './event-line.ts';

/**
 * The context attributes of CloudEvents 1.0 that are used. `time` is optional in the specification, but required here.
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

/** Fields of an event that no attribute corresponds to: they are taken from `data`. */
const dataFields = ['end_time', 'participants', 'requires', 'effects', 'geo'];

/** Whether an object is a CloudEvent: only these have a `specversion`. */
export function isCloudEvent(object: JsonObject): boolean {
  return 'specversion' in object;
}

/**
 * An import line from a CloudEvent (github.com/cloudevents/spec, version 1.0). The location is `data.location`, else
 * `subject`, else `source`; the description is `data.description`, else `type`; `causationid` is added to the causes in
 * `data.causes`. Extension attributes and other fields of `data` are ignored.
 */
export function readCloudEvent(line: number, object: JsonObject): ImportLine {
  const { success, data: attributes, error } = Attributes.safeParse(object);
  if (!success) return { line, detail: joinErrors(formatIssues(error, object)) };
  const { id, source, type, time, subject, causationid } = attributes;
  const data = isObject(attributes.data) ? attributes.data : {};
  const causes = addCause(data.causes, causationid);
  return validateEvent(line, {
    ...Object.fromEntries(dataFields.filter((name) => name in data).map((name) => [name, data[name]])),
    ...(causes !== undefined && { causes }),
    event_id: id,
    time,
    location: data.location ?? subject ?? source,
    description: data.description ?? type,
  });
}

function addCause(causes: unknown, causationid: string | undefined): unknown {
  if (causationid === undefined) return causes;
  if (causes === undefined) return [causationid];
  return Array.isArray(causes) && !causes.some((cause) => namesCause(cause, causationid))
    ? [...causes, causationid]
    : causes;
}

function namesCause(cause: unknown, id: string): boolean {
  return cause === id || (isObject(cause) && cause.event_id === id);
}
