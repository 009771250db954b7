import { expect, test } from 'vitest';
import { importTypeOf } from './media-types.ts';

test.each([
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
  ['application/jsonl', 'ndjson'],
  ['application/cloudevents+json', 'ndjson'],
  ['text/csv', 'csv'],
  ['text/calendar', 'icalendar'],
])('%s is read as %s', (mediaType, type) => {
  expect(importTypeOf(mediaType)).toBe(type);
});

test.each(['', 'application/json', 'text/plain', 'constructor'])('%j cannot be read', (mediaType) => {
  expect(() => importTypeOf(mediaType)).toThrow('is no media type of an import');
});
