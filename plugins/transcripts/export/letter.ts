import { oneLine } from 'chronoscribe/host';
import type { Signature, TranscriptRecord } from '../kind.ts';
import { timestamp } from '../record/note-text.ts';
import { isUnsupported } from '../record/record.ts';
import { addendaChapters, furtherChapters } from './chapters.ts';
import { spokenLines, withRole } from './turns.ts';

/** A note as a letter that is still to be set. Every text is one line. */
export interface Letter {
  readonly language: 'de' | 'en';
  /** The practice. */
  readonly head: readonly string[];
  readonly title: string;
  /** What stands beside the title of a note that is not signed. */
  readonly draft: string | null;
  /** Whose note it is, and of which visit: a label and a text each. */
  readonly about: readonly (readonly [label: string, text: string])[];
  readonly chapters: readonly { readonly title: string; readonly lines: readonly string[] }[];
  /** Who signed, and when. */
  readonly closing: readonly string[];
  /** Stands at the foot of a file that lacks letters of some script. */
  readonly lacksLetters: string;
}

const words = {
  en: {
    title: 'Clinical note',
    ...{ patient: 'Patient', born: 'Born', number: 'Number', visit: 'Visit', clinician: 'Clinician' },
    ...{ location: 'Place', reason: 'Reason', draft: 'Draft, not signed', none: 'Not documented.' },
    ...{ unsupported: 'not borne out by the transcript', sources: 'Sources', amended: 'Amended' },
    signed: (by: string, at: string, version: number) => `Signed by ${by}, ${at} (version ${version})`,
    reopened: (by: string, at: string, reason: string) => `Opened again by ${by}, ${at}: ${reason}`,
    fault: 'This is not what was signed',
    lacksLetters: 'Letters of which this file has none stand as □. The Word file has them.',
    chapters: new Map<string, string>(),
  },
  de: {
    title: 'Ärztlicher Bericht',
    ...{ patient: 'Patient', born: 'Geboren', number: 'Nummer', visit: 'Termin', clinician: 'Behandelt von' },
    ...{ location: 'Ort', reason: 'Anlass', draft: 'Entwurf, nicht unterschrieben', none: 'Nicht dokumentiert.' },
    ...{ unsupported: 'vom Transkript nicht belegt', sources: 'Belege', amended: 'Ergänzt' },
    signed: (by: string, at: string, version: number) => `Unterschrieben von ${by}, ${at} (Fassung ${version})`,
    reopened: (by: string, at: string, reason: string) => `Wieder geöffnet von ${by}, ${at}: ${reason}`,
    fault: 'Dies ist nicht, was unterschrieben wurde',
    lacksLetters: 'Zeichen, für die diese Datei keine Schrift hat, stehen als □. Die Word-Datei enthält sie.',
    chapters: new Map([
      ['Addenda', 'Nachträge'],
      ['Levels', 'Segmente'],
      ['Findings', 'Befunde'],
    ]),
  },
};

/** What a clinician checks before signing is no part of a letter. */
const innerChapters = ['Missing for a complete record', 'Warnings'];

export interface LetterOptions {
  /** The practice: name, address. Empty: the place of the visit. */
  readonly letterhead: readonly string[];
  /** Whether the words that each statement rests on follow the note. */
  readonly citations: boolean;
}

/** The letter of a record, in German for a German visit, else in English. */
export function letterOf(record: TranscriptRecord, { letterhead, citations }: LetterOptions): Letter {
  const language = record.language?.startsWith('de') ? 'de' : 'en';
  const said = words[language];
  const day = (date: string) => format(language, new Date(`${date.slice(0, 10)}T00:00:00Z`), { timeZone: 'UTC' });
  const instant = (at: number) => format(language, new Date(at), { timeStyle: 'short' });
  const signedBy = ({ by, at, version }: Signature) => said.signed(by, instant(at), version);
  const { patient, visit, signature, reopenings } = record;
  const numbers = new Map<string, number>();
  const numberOf = (segment: string) => numbers.get(segment) ?? numbers.set(segment, numbers.size + 1).size;
  const sections = record.sections.map(({ name, statements }) => {
    const lines = statements.flatMap((statement) => {
      const text = oneLine(statement.text);
      const mark = isUnsupported(statement) ? ` [${said.unsupported}]` : '';
      const cited = citations ? statement.evidence.map((id) => ` [${numberOf(id)}]`).join('') : '';
      return text === '' ? [] : [text + mark + cited];
    });
    return { title: oneLine(name), lines: lines.length > 0 ? lines : [said.none] };
  });
  const further = [...addendaChapters(record), ...furtherChapters(record)]
    .filter(({ title }) => !innerChapters.includes(title))
    .map(({ title, lines }) => ({ title: said.chapters.get(title) ?? title, lines: lines.map(({ text }) => text) }));
  const about: [string, string | undefined][] = [
    [said.patient, patient?.name ?? patient?.id],
    [said.born, patient?.birth_date && day(patient.birth_date)],
    [said.number, patient?.identifier],
    [said.visit, visit?.date === undefined ? format(language, new Date(record.createdAt)) : day(visit.date)],
    [said.clinician, visit?.clinician],
    [said.location, letterhead.length > 0 ? visit?.location : undefined],
    [said.reason, visit?.reason],
  ];
  const closing = [
    ...reopenings.flatMap(({ signature: former, by, at, reason }) => [
      signedBy(former),
      said.reopened(by, instant(at), reason),
    ]),
    ...(signature === null ? [said.draft] : [signedBy(signature), `SHA-256 ${signature.sha256}`]),
    ...(record.status === 'amended' ? [said.amended] : []),
    ...(signature?.valid === false ? [said.fault] : []),
  ];
  const sources = numbers.size === 0 ? [] : [{ title: said.sources, lines: sourceLines(record, numbers) }];
  return {
    language,
    head: letterhead.length > 0 ? letterhead : [visit?.location ?? ''].filter(Boolean),
    title: said.title,
    draft: signature === null ? said.draft : null,
    about: about.flatMap(([label, text]) => (text === undefined ? [] : [[label, oneLine(text)] as const])),
    chapters: [...sections, ...further, ...sources],
    closing: closing.map(oneLine),
    lacksLetters: said.lacksLetters,
  };
}

/** `[1] 00:01:02 Anna (patient): My knee hurts.` in the order of the numbers. */
function sourceLines(record: TranscriptRecord, numbers: ReadonlyMap<string, number>): string[] {
  return [...spokenLines(record)]
    .flatMap(({ segment: { id, startMs, text }, voice }) => {
      const number = numbers.get(id);
      return number === undefined
        ? []
        : [{ number, text: `[${number}] ${timestamp(startMs)} ${withRole(voice)}: ${text}` }];
    })
    .toSorted((a, b) => a.number - b.number)
    .map(({ text }) => text);
}

function format(language: string, at: Date, options: Intl.DateTimeFormatOptions = {}): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', ...options }).format(at);
}

/** Whether a line is written from right to left: by its first letter, as browsers do. */
export function isRightToLeft(line: string): boolean {
  return /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(line);
}
