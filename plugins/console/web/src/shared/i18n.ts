import { createInstance, type FlatNamespace } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type clinical from '../clinical/texts/en.json';
import type session from '../session/texts/en.json';
import type settings from '../settings/texts/en.json';
import type time from '../time/texts/en.json';
import type workflows from '../workflows/texts/en.json';
import type shared from './texts/en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shared';
    fallbackNS: 'shared';
    resources: {
      clinical: typeof clinical;
      /** A sentence for each type of problem; `shared/problem-sentence.ts` chooses. */
      problems: Readonly<Record<string, string>>;
      session: typeof session;
      settings: typeof settings;
      shared: typeof shared;
      time: typeof time;
      workflows: typeof workflows;
    };
  }
}

/** The languages that every catalogue has, by their own names. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** Each area has its catalogue, `<area>/texts/<language>.json`, which is loaded when a screen of the area needs it. What it lacks, such as `action.save`, is in `shared`. */
const catalogues = import.meta.glob<Readonly<Record<string, unknown>>>('/src/*/texts/*.json', { import: 'default' });

const storageKey = 'chronoscribe-language';

export const i18n = createInstance();

/** Loads the texts of the frame in the language that was chosen here before, or in that of the browser. */
export async function startI18n(): Promise<void> {
  await i18n
    .use({
      type: 'backend',
      read: async (language: string, area: string) =>
        (await catalogues[`/src/${area}/texts/${language}.json`]?.()) ?? {},
    })
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      fallbackLng: 'en',
      supportedLngs: Object.keys(languages),
      ns: ['shared'],
      defaultNS: 'shared',
      fallbackNS: 'shared',
      interpolation: { escapeValue: false },
    });
  applyToPage(i18n.language);
  i18n.on('languageChanged', applyToPage);
}

/** Shows the console in a language, from now on and at the next visit. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language);
  await i18n.changeLanguage(language);
}

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && value in languages;
}

function firstLanguage(): Language {
  const wanted = [localStorage.getItem(storageKey), ...navigator.languages.map((each) => each.slice(0, 2))];
  return wanted.find(isLanguage) ?? 'en';
}

function applyToPage(language: string): void {
  document.documentElement.lang = language;
}

/**
 * The texts of an area in the language of the page, with its way to write dates, times and numbers. Instants are
 * milliseconds since 1970, or ISO 8601.
 *
 * @param timeZone by default that of the browser; UTC in the area `time`, since a timeline has no time zone
 */
export function useTexts<const Area extends FlatNamespace = 'shared'>(
  area?: Area,
  timeZone = area === 'time' ? 'UTC' : undefined,
) {
  const { t, i18n } = useTranslation(area);
  return { t, i18n, ...formatsOf(i18n.language, timeZone) };
}

const dayMs = 86_400_000;

/** To make formatters takes longer than to draw what they write. */
const known = new Map<string, ReturnType<typeof makeFormats>>();

function formatsOf(language: string, timeZone: string | undefined) {
  const name = `${language} ${timeZone}`;
  const formats = known.get(name) ?? makeFormats(language, timeZone);
  known.set(name, formats);
  return formats;
}

function makeFormats(language: string, timeZone: string | undefined) {
  const inUnit = (value: number, unit: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(language, { style: 'unit', maximumFractionDigits: 1, ...unit }).format(value);
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(language, { ...options, ...(timeZone && { timeZone }) });
    return (instant: number | string) => formatter.format(typeof instant === 'string' ? Date.parse(instant) : instant);
  };
  return {
    date: format({ dateStyle: 'medium' }),
    dateTime: format({ dateStyle: 'medium', timeStyle: 'short' }),
    time: format({ timeStyle: 'short' }),
    preciseTime: format({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
    longDate: format({ dateStyle: 'full' }),
    /** A day without a time zone, as `2026-11-22`, or an instant as an ISO string. */
    day: (day: string) =>
      new Intl.DateTimeFormat(language, {
        dateStyle: 'medium',
        ...(day.length === 10 ? { timeZone: 'UTC' } : {}),
      }).format(Date.parse(day)),
    /** “Today” and “Yesterday”, and any day before by its date. */
    dayName: (instant: number) => {
      const daysAgo = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(instant).setHours(0, 0, 0, 0)) / dayMs);
      if (daysAgo < 0 || daysAgo > 1) return format({ dateStyle: 'full' })(instant);
      const name = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-daysAgo, 'day');
      return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
    },
    number: (value: number) => new Intl.NumberFormat(language).format(value),
    percent: (share: number) => new Intl.NumberFormat(language, { style: 'percent' }).format(share),
    bytes: (value: number) => {
      const power = Math.min(byteUnits.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3));
      return inUnit(value / 1000 ** power, { unit: byteUnits[power] ?? 'byte' });
    },
    /** A length that the API gives in whole minutes, `-72000m`, in a unit that says something: `-50 days`. */
    minutes: (length: string) => {
      const minutes = Number.parseInt(length, 10);
      const [unit, size] = lengths.find(([, least]) => Math.abs(minutes) >= least) ?? ['minute', 1];
      return inUnit(minutes / size, { unit, unitDisplay: 'long' });
    },
    /** How far it is to an instant: `in 3 hours`, `2 days ago`. */
    distance: (milliseconds: number) => {
      const [unit, size] = units.find(([, length]) => Math.abs(milliseconds) >= length) ?? ['second', 1000];
      return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(milliseconds / size), unit);
    },
  };
}

/** What there is of some parts, in a line: `MRN 77 · Dec 1`. */
export const dotted = (...parts: readonly (string | false | 0 | null | undefined)[]): string =>
  parts.filter(Boolean).join(' · ');

/** A position in a recording: `1:02:03` or `2:03`. */
export function clockTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Units with their lengths in minutes. */
const lengths = [
  ['day', 1440],
  ['hour', 60],
] as const;

const minute = 60_000;
const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365.25 * 24 * 60 * minute],
  ['month', 30.44 * 24 * 60 * minute],
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
];
