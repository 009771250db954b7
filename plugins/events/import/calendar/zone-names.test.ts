import { expect, it } from 'vitest';
import { guessedZone, knownZone } from './zone-names.ts';

it.each([
  ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
  ['(UTC-05:00) Eastern Time (US and Canada)', 'America/New_York'],
  ['(GMT-08:00) Pacific Time (US & Canada); Tijuana', 'America/Los_Angeles'],
  ['(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London', 'Europe/Dublin'],
  ['(GMT+10:00) Canberra, Melbourne, Sydney', 'Australia/Melbourne'],
  ['(GMT+01.00) Sarajevo/Warsaw/Zagreb', 'Europe/Sarajevo'],
  ['(UTC-06:00) Guadalajara, Mexico City, Monterrey', 'America/Mexico_City'],
  ['(GMT-07:00) Arizona', 'US/Arizona'],
  ['(UTC-10:00) Hawaii', 'US/Hawaii'],
  ['Amsterdam, Belgrade, Berlin, Brussels', 'Europe/Amsterdam'],
  ['(GMT +01:00)', '+01:00'],
  ['UTC+01', '+01:00'],
  ['UTC-3', '-03:00'],
  ['GMT+0530', '+05:30'],
  ['US-Eastern', 'US/Eastern'],
])('%s is %s', (name, zone) => {
  expect(knownZone(name)).toBeUndefined();
  expect(guessedZone(name)).toBe(zone);
});

it.each([
  '(UTC+03:00) Berlin',
  '(UTC-05:00) Pacific Time (US & Canada)',
  'Customized Time Zone 1',
  'GMT-05.00/-04.00',
  'Europe/Germany',
  'UTC+99',
  'A-B',
  'FOO',
  ' ',
  '',
])('%j is none', (name) => {
  expect(knownZone(name) ?? guessedZone(name)).toBeUndefined();
});
