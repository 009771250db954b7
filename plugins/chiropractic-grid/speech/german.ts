import type { Segment } from 'chronoscribe/kinds/transcripts';

const numbers = ['eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf', 'zwölf'];
const ordinals = 'erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte'.split(' ');
const number = '(?:1[0-2]|[1-9])';
const vertebrae = { C: 'HWK|HWS|Halswirbel', T: 'BWK|BWS|Brustwirbel', L: 'LWK|LWS|Lendenwirbel' };

const done = '(?:manipulier|justier|adjustier|eingerenk|eingerichte|gelös)t';

/** Words that mean the same wherever they stand. */
const singleWords = `kreuzbein=sacrum; besser=better; viel=much; korrektur=correction; nein=no; entschuldigung|verzeihung=sorry; (?:so|etwa|ungefähr|circa) eine=about a;
unter(?:er|en|e) rücken=low back; ober(?:er|en|e) rücken=upper back; rücken=back; beide=both; steißbein=coccyx; okziput|hinterhaupt=occiput; schultereckgelenk|AC-gelenk=AC joint;
ellenbogen=elbow; handgelenk=wrist; sprunggelenk=ankle; nacken|halswirbelsäule|HWS=neck; brustwirbelsäule|BWS=mid
back; lendenwirbelsäule|LWS=low back; aktivator=Activator; jetzt|nun=now; heute=today; ist|sind|steht|stehen=is;
und|sowie=and; bis=to; auch|ebenfalls|ebenso=also; bei|an|am|im|in|auf|über=at; mit=with; wie=how;
technik=technique; gut|prima|super=good; kiefergelenk|kiefer=jaw; schultergelenk|schulter=shoulder;
hüftgelenk|hüfte=hip; kniegelenk|knie=knee; rippen|rippe=rib; war|waren=was`;
/** What the rules for English need. Words of signs stay as they were said, for a row shows them. */
const phrases: readonly (readonly [german: string, english: string])[] = [
  ...numbers.map((each, index) => [each, String(index + 1)] as const),
  ...ordinals.map((each, index) => [`${each}[rnsm]?`, `${index + 1}.`] as const),
  ...Object.entries(vertebrae).flatMap(([letter, names]) => [
    [`(?:${names})(?:körpers?)?[ -]?(${number})`, `${letter}$1`] as const,
    [`(${number})\\. (?:${names})(?:körpers?)?`, `${letter}$1`] as const,
  ]),
  ['tut (?:das|es|das hier)(?: da| hier)? (?:auch )?weh', 'does it hurt'],
  ['(?:tief )?(?:aus|ein)atmen|atmen sie (?:tief )?(?:aus|ein)', 'breathe out'],
  ['fertig|erledigt|geschafft|hat geknackt', 'there it goes'],
  ['ja(?:,? (?:ziemlich|sehr|schon|genau))?', 'yes'],
  ['(?:das |den |die )?(?:richte|renke|löse|korrigiere) ich(?: jetzt)?(?: ein)?', "i'm adjusting it"],
  ['ich (?:richte|renke|löse|korrigiere)(?: jetzt| nun)?(?! (?:das|es|ihn|sie)\\b)', "i'm adjusting"],
  ['(?:das |den |die )?kann ich (?:auch )?(?:lösen|einrenken|einrichten)', 'i will adjust it'],
  ["das war(?:'s| es)", 'there it goes'],
  ['(?:nicht |un)behandelt', 'not adjusted'],
  ['seitenlage', 'side posture'],
  ['frei|unauffällig|ohne befund', 'free'],
  [`(${number}) (?:von|aus) 10`, '$1/10'],
  [`von (${number}) auf (${number})`, 'from $1 to $2'],
  ['(?:auf der )?(?:linke[nrsm]?|linksseitig|links)(?: seite)?', 'left'],
  ['(?:auf der )?(?:rechte[nrsm]?|rechtsseitig|rechts)(?: seite)?', 'right'],
  ['(?:auf )?beid(?:er|en)?seit(?:s|ig|en)|beide(?:n|r)? seiten|bds', 'bilaterally'],
  ['ISG|iliosakralgelenk\\p{L}*|kreuzdarmbeingelenk\\p{L}*', 'SI joint'],
  ['ohne impuls|keine?n? impuls', 'no thrust'],
  [
    '(?:lassen wir|lasse? ich)(?: (?:heute|aus|in ruhe|so))*|ausgelassen|nicht (?:gemacht|angefasst|berührt)',
    'leave alone',
  ],
  ['werden?|würden?|möchten?|sollten?|könnten?|wollen|geplant', 'will'],
  ['(?:beim )?nächste[snm]? (?:mal|woche|termin)|morgen', 'next time'],
  ['(?:beim )?letzte[snm]? (?:mal|woche)|gestern|früher', 'last time'],
  ['abgelehnt|lehnte? (?:das|es)? ?ab', 'declined'],
  [`([^,.;]{1,60}) haben? (?:ich|wir) (?:nicht|keine?[nrsm]?) ${done}`, '; $1 not adjusted'],
  ['nicht|nichts|keine?[nrsm]?', 'no'],
  [`(?:ich|wir) haben? ((?:(?!nicht|kein)[^.;]){1,120}?) ${done}`, '. i adjusted $1.'],
  ['(?:ich|wir) haben?|haben? (?:ich|wir)', 'i'],
  [
    '(?:ich |wir )?(?:manipuliere|justiere|löse)n?(?: ich| wir)? (?:das|es|ihn|sie)(?: jetzt)?(?=[.,;])',
    "i'm adjusting it",
  ],
  ['(?:ich |wir )?(?:manipuliere|justiere)n?(?: ich| wir)?(?: jetzt)?', "i'm adjusting"],
  ['(?:ich |wir )?behand(?:le|eln)(?: ich| wir)?(?: jetzt)?', "i'm treating"],
  [done, 'adjusted'],
  ['(?:manipulation|(?:ad)?justierung)(?:en)?', 'manipulation'],
  ['mobilisation|mobilisier(?:t|e)', 'mobilized'],
  ['(?:schmerz)?stufe|schmerz(?:en|skala|stärke)?|VAS|NRS', 'pain score'],
  ['vorher|vor der behandlung|zu beginn', 'before'],
  ['nachher|danach|nach der behandlung|hinterher', 'after'],
  ['ich mein(?:e|te)', 'i mean'],
  ['ha(?:t|ben)(?: sie| er)?', 'has'],
  ['eine?[nrm]?', 'a'],
  ['de[rmns]|die|das', 'the'],
  ['(?:nur )?noch', 'only'],
  ['tut weh|tun weh', 'hurts'],
  ...singleWords.split(/;\s+/).map((pair) => [pair.replace(/=.*/, ''), pair.replace(/.*=/, '')] as const),
];
const bounded = (words: string) => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'giu');
const patterns = phrases.map(([german, english]) => [bounded(german), english] as const);
const ownWords = bounded('und|ist|nicht|ich|links|rechts|blockiert|blockade|beidseits|befund|mit|keine?');
const ownLevels = bounded(`${Object.values(vertebrae).join('|')}|ISG`);

/** The segments of a visit with what is German in them put into the words of the rules; an English visit as it is. */
export function inEnglish<T extends Pick<Segment, 'text'>>(segments: readonly T[]): readonly T[] {
  const all = segments.map(({ text }) => text).join(' ');
  const isGerman = all.match(ownLevels) !== null || (all.match(ownWords)?.length ?? 0) * 8 > all.split(/\s+/).length;
  if (!isGerman) return segments;
  return segments.map((segment) => ({
    ...segment,
    text: patterns.reduce((text, [german, english]) => text.replace(german, english), segment.text),
  }));
}
