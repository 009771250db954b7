import { roleOfName } from './roles.ts';

/** What may name a speaker at the start of a line, and the words after it. */
export interface Label {
  readonly name: string;
  readonly text: string;
}

/** Of all lines of a file, which labels are speakers. */
export interface SpeakerLabels {
  readonly isSpeaker: (name: string) => boolean;
  /** Whether it may be one: then nobody knows who says that line. */
  readonly isDoubtful: (name: string) => boolean;
  /** Positions of lines that begin as with a speaker and were read as words. */
  readonly doubtful: readonly number[];
}

const bracketed = /^(?:\[([^[\]:]{1,60})\]|<([^<>:]{1,60})>|\(([^():]{1,60})\)):?(?:\s+|$)/;
const beforeColon = /^(?:>>+\s*|[-–—•]\s*)?([^:]{1,70}?)\s?:(?:\s+|$)/;
const beforeDash = /^([^:–—|]{1,40}?) (?:-|–|—|\|) (?=\S)/;
/** A title or a part in brackets after a name: `, MD, PhD`, `(Provider)`. */
const addition = /(?:, ?\p{Lu}[\p{L}.-]{0,15}){1,3}$| ?[([][^()[\]]{1,40}[)\]]$/u;
const word = String.raw`[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}.'’_-]{0,30}`;
const words = new RegExp(`^${word}(?: ${word}){0,5}$`, 'u');
const capitalised =
  /^(?:[\p{Lu}\p{Nd}]\S*|von|van|de[rnl]?|la|da|di|du|al|bin)(?: (?:[\p{Lu}\p{Nd}]\S*|von|van|de[rnl]?|la|da|di|du|al|bin|of))*$/u;
/** `Health visitor`, and no sentence that ends in a role: `Ask your doctor` */
const profession = /^\p{Lu}\p{Ll}+ (?!the |a |an |my |your )\p{Ll}+(?:or|er|ist|ian|path|nurse|worker|assistant)$/u;
/** Headings of notes and what is measured, which stand before a colon as names do. */
const heading =
  /^(?:subjective|objective|assessment|plan|summary|history|hpi|pmh|review|exam|examination|findings?|impression|diagnos[ie]s|med(?:ication)?s?|medicines?|allerg(?:y|ies)|vitals?|results?|labs?|note|date|time|visit|reason|complaint|chief complaint|follow-?up|recommendations?|conclusion|treatment|procedure|social|family history|attendees|participants|title|subject|duration|question|answer|name|dob|mrn|age|sex|bp|hr|rr|pulse|temp(?:erature)?|spo2|weight|height|bmi|blood|heart|pain|left|right|today|patient (?:name|id|history|education|instructions?|information)|anamnese|befunde?|diagnosen?|beurteilung|therapie|procedere|medikamente|allergien)\b/i;
/** What recognisers put in brackets and nobody says. */
const sound =
  /^(?:[A-Z]+_[A-Z]+|inaudible|unclear|unintelligible|crosstalk|(?:cough|laugh|chuckl|sigh|sniff|cry|sob|paus|silen|music|nois|applau|phone|beep|typing|breath|groan|overlap|pain)\w*)$/i;

/** The name at the start of a line, and the text after it; undefined if there is none. */
export function leadingName(line: string): Label | undefined {
  const tag = bracketed.exec(line);
  if (tag !== null) {
    const name = (tag[1] ?? tag[2] ?? tag[3] ?? '').trim();
    // In round brackets only a role: `(Smiling) I am fine` is no name.
    const isLabel = roleOfName(name) !== undefined || (tag[3] === undefined && !sound.test(name));
    return isLabel && isName(name) ? { name, text: line.slice(tag[0].length) } : undefined;
  }
  const colon = line.includes(':') ? beforeColon.exec(line) : null;
  if (colon !== null && isName(colon[1] ?? '')) return { name: colon[1] ?? '', text: line.slice(colon[0].length) };
  const dash = beforeDash.exec(line);
  const name = dash?.[1] ?? '';
  // `ANN WOOD - words`, `Dr. Wood – words`
  const isLabel = dash !== null && isName(name) && (name === name.toUpperCase() || roleOfName(name) !== undefined);
  return isLabel && /\p{Lu}\p{L}/u.test(name) ? { name, text: line.slice(dash[0].length) } : undefined;
}

/** Whether a text may be a name, in capitals or of words that denote a role: `Ann Wood, MD`, `Sam Hill (Patient)`, `pt`. */
export function isName(text: string): boolean {
  if (text.length > 80) return false;
  const added = addition.exec(text);
  const bare = added === null ? text : text.slice(0, added.index);
  if (!words.test(bare) || /^\p{Nd}+$/u.test(bare)) return false;
  return (
    capitalised.test(bare) ||
    bare.split(' ').every((each) => roleOfName(each) !== undefined || /^\d+$/.test(each)) ||
    (profession.test(bare) && roleOfName(bare) !== undefined)
  );
}

/**
 * Tells speakers from other words at the start of a line (`Plan: rest`), by the whole file: a speaker denotes a role, or
 * comes again, or all lines have one. A label of one word that comes once, beside two speakers, is doubtful.
 *
 * @param labels of all lines with words, in order
 */
export function speakersAmong(labels: readonly (Label | undefined)[], from: 'lines' | 'cues'): SpeakerLabels {
  // A file of cues is no note: if each begins with a label, all of them are speakers, as our own exports write it.
  if (from === 'cues' && labels.every((label) => label !== undefined)) {
    return { isSpeaker: () => true, isDoubtful: () => false, doubtful: [] };
  }
  const counts = new Map<string, number>();
  const values = new Map<string, number>();
  for (const label of labels) {
    if (label === undefined) continue;
    counts.set(label.name, (counts.get(label.name) ?? 0) + 1);
    if (/^\p{Nd}/u.test(label.text)) values.set(label.name, (values.get(label.name) ?? 0) + 1);
  }
  const isHeading = (name: string) => heading.test(name);
  /** `Pulse: 80`: what is measured stands before figures. */
  const isMeasured = (name: string) => (values.get(name) ?? 0) * 2 > (counts.get(name) ?? 0);
  const names = [...counts.keys()].filter((name) => !isHeading(name));
  const certain = new Set(
    names.filter((name) => roleOfName(name) !== undefined || ((counts.get(name) ?? 0) > 1 && !isMeasured(name))),
  );
  const areAll = labels.length > 1 && labels.every((label) => label !== undefined && !isHeading(label.name));
  const isDialogue = certain.size > 0 || (areAll && !names.every(isMeasured));
  const accepts = (name: string) =>
    certain.has(name) || (certain.size < 2 ? areAll || !isMeasured(name) : name.includes(' ') && !isMeasured(name));
  const speakers = new Set(isDialogue ? names.filter(accepts) : []);
  const isDoubtful = (name: string) => !speakers.has(name) && !isHeading(name) && !isMeasured(name);
  const doubtful = labels.flatMap((label, at) => (label !== undefined && isDoubtful(label.name) ? [at] : []));
  return { isSpeaker: (name) => speakers.has(name), isDoubtful, doubtful };
}

/** The name that a label gives; null if it only numbers or says the role: `SPEAKER_00`, `A`, `Patient`. */
export function nameIn(label: string | null): string | null {
  if (label === null) return null;
  const name = label
    .replace(/ ?[([]([^()[\]]{1,40})[)\]]$/, (whole, part: string) => (roleOfName(part) ? '' : whole))
    .trim();
  return anonymous.test(name) ? null : name;
}

const anonymous =
  /^(?:(?:speaker|sprecher(?:in)?|spk|voice|channel|ch|person|participant|unknown(?: speaker)?|unidentified(?: speaker)?)?[ _-]?(?:[a-z]|\d{0,4})|[–—] \d|dr|doc|doctor|clinician|provider|patient(?:in)?|client|pt|arzt|ärztin)$/i;

/**
 * The warning of lines or cues that begin as with a speaker and were read as words; empty without any.
 *
 * @param unit what the numbers count
 */
export function doubtfulWarning(unit: 'line' | 'cue', numbers: readonly number[]): string[] {
  if (numbers.length === 0) return [];
  return [
    `${listed(unit, numbers)}: the words before the text may name a speaker, but were read as words. ` +
      'If they do, write `Name: words`, and each name more than once.',
  ];
}

/** The warning of cues in which dashes alone tell speakers apart; empty without any. */
export function dashWarning(cues: readonly number[]): string[] {
  if (cues.length === 0) return [];
  return [`${listed('cue', cues)}: dashes tell speakers apart, but not who they are: their roles are unknown.`];
}

/** `Lines 3, 5, 9`; at most ten numbers. */
export function listed(unit: 'line' | 'cue', numbers: readonly number[]): string {
  const more = numbers.length > 10 ? ` and ${numbers.length - 10} more` : '';
  return `${unit === 'line' ? 'Line' : 'Cue'}${numbers.length > 1 ? 's' : ''} ${numbers.slice(0, 10).join(', ')}${more}`;
}
