import { Temporal } from 'temporal-polyfill';
import { findIana } from 'windows-iana';

/**
 * The zone of the IANA database that everybody knows by a name: its own (`Europe/Berlin`), also behind a prefix
 * (`/freeassociation.sourceforge.net/Europe/Berlin`), and the one that Windows has for it.
 */
export function knownZone(tzid: string): string | undefined {
  return [...withoutPrefix(tzid), ...(findIana(tzid) ?? [])].find(isInDatabase);
}

/**
 * The zone that a name describes which no calendar defines: `(UTC-05:00) Eastern Time (US & Canada)` as Outlook shows
 * it, a list of cities, `UTC+01`, and `US-Eastern` of the examples of RFC 2445. One that contradicts the offset in the
 * name is none.
 */
export function guessedZone(tzid: string): string | undefined {
  const [, shown, sign = '', hours = '', minutes = '00', named = ''] =
    /^(\(?(?:UTC|GMT) *(?:([+-])(\d\d?)[:.]?(\d\d)?)?\)?)?(.*)$/i.exec(tzid) ?? [];
  const offset = sign === '' ? '+00:00' : `${sign}${hours.padStart(2, '0')}:${minutes}`;
  const places = named.split(/[,;:/]/).map((place) => place.trim());
  if (places.join('') === '') return shown !== undefined && isInDatabase(offset) ? offset : undefined;
  const windows = findIana(`${named.trim().replace(/ Time\b.*$/, '')} Standard Time`) ?? [];
  const cities = places.flatMap(zonesAt);
  return [tzid.replace('-', '/'), ...windows, ...places.map((place) => `US/${place}`), ...cities].find(
    (id) => isInDatabase(id) && (shown === undefined || standardOffset(id) === offset),
  );
}

const zonesAt = (city: string): readonly string[] =>
  city === '' ? [] : Intl.supportedValuesOf('timeZone').filter((id) => id.endsWith(`/${city.replaceAll(' ', '_')}`));

/** The offset out of summer time. */
function standardOffset(id: string): string {
  const [winter, summer] = ['2026-01-01', '2026-07-01'].map((day) => Temporal.PlainDate.from(day).toZonedDateTime(id));
  if (winter === undefined || summer === undefined) return '';
  return winter.offsetNanoseconds < summer.offsetNanoseconds ? winter.offset : summer.offset;
}

/**
 * The name itself, and of one that a slash makes globally unique (RFC 5545, section 3.2.19), or that Exchange writes as
 * `tzone://Microsoft/Utc`, all that a prefix leaves.
 */
function withoutPrefix(tzid: string): readonly string[] {
  const parts = tzid.split('/');
  return parts[0] === '' || parts[0] === 'tzone:' ? parts.map((_, index) => parts.slice(index).join('/')) : [tzid];
}

function isInDatabase(tzid: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(tzid);
    return true;
  } catch {
    return false;
  }
}
