import { expect, test } from 'vitest';
import { importTypeOf } from './media-types.ts';

test.each([
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
  ['application/jsonl', 'ndjson'],
  ['application/cloudevents+json', 'ndjson'],
  ['application/cloudevents+json; charset=UTF-8', 'ndjson'],
  ['text/csv', 'csv'],
  ['Text/CSV;header=present;charset="utf-8"', 'csv'],
  ['text/calendar; method=PUBLISH; charset=us-ascii', 'icalendar'],
])('%s is %s', (contentType, type) => {
  expect(importTypeOf(contentType)).toBe(type);
});

test.each(['', 'application/json', 'text/plain', 'constructor', 'text/csv; charset=iso-8859-1', 'text/csv; charset=utf-16'])(
  '%j cannot be read',
  (contentType) => {
    expect(importTypeOf(contentType)).toBeUndefined();
  },
);
