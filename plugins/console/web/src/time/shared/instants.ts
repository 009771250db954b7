import { useTranslation } from 'react-i18next';
import { useFormat } from '../../shared/format.ts';

/**
 * Instants of the time service, in milliseconds since 1970. They are shown and typed in UTC: a timeline has no time
 * zone, and a clock need not have one.
 */
export function useInstants(timeZone = 'UTC') {
  const { i18n } = useTranslation();
  return {
    ...useFormat(timeZone),
    /** A length that the API gives in whole minutes, `-72000m`, in a unit that says something: `-50 days`. */
    minutes: (length: string) => inUnits(Number.parseInt(length, 10), i18n.language),
    /** How far it is to an instant: `in 3 hours`, `2 days ago`. */
    distance: (milliseconds: number) => distance(milliseconds, i18n.language),
  };
}

/** The text of a field `datetime-local`: `2026-11-23T09:30:00`. */
export function toField(instant: number): string {
  return new Date(instant).toISOString().slice(0, 19);
}

/** The instant of such a field as the API takes it; undefined if the field is empty. */
export function fromField(text: string): string | undefined {
  const instant = Date.parse(`${text}Z`);
  return Number.isNaN(instant) ? undefined : toApi(instant);
}

/** An instant as the API takes it. */
export function toApi(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

const minute = 60_000;
const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365.25 * 24 * 60 * minute],
  ['month', 30.44 * 24 * 60 * minute],
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
];

function distance(milliseconds: number, language: string): string {
  const [unit, size] = units.find(([, length]) => Math.abs(milliseconds) >= length) ?? ['second', 1000];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(milliseconds / size), unit);
}

function inUnits(minutes: number, language: string): string {
  const size = Math.abs(minutes);
  const [unit, length] =
    size >= 1440 ? (['day', 1440] as const) : size >= 60 ? (['hour', 60] as const) : (['minute', 1] as const);
  const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, style).format(minutes / length);
}
