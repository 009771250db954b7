import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
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
