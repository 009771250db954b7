import { alternation } from './patterns.ts';
import { isPast } from './verb-forms.ts';

/** What a clinician orders or does; in a note in the imperative: `Order an MRI`. */
const orders = alternation(
  /order|refer|prescribe|send|schedule|obtain|repeat|recommend|increase|decrease|reduce|continue|hold|call|add|switch|place|proceed/,
  /start(?! (?:with|by|off|out|here|there))|stop(?! (?:here|there|talking|by))|see(?! (?:if|how|what|where|when|whether|why|that|it|this))/,
  /pause|recheck|keep|use|try|arrange|book|restart|resume|taper|discontinue|request|monitor|review|apply|remove/,
  /get (?=(?:the|a|an|some|another|labs?|blood|x|mri|ct|repeat|new|nerve) )|check (?=(?:the|a|an|some|labs?|blood|another|for) )|give (?=(?:the patient|him|her|it) )/,
);
/** What else only a clinician does: whoever says `I want to die` or `I will jump` is not told to plan it. */
const acts =
  /(?:do|give|put(?= (?:the patient|him|her))|make|get|check|run|look (?:at|into)|rule out|set up|wait|watch|hold off|avoid|bring (?:the patient|him|her)|have (?:the patient|him|her)|see|talk (?:to|with)|discuss|adjust|treat|inject|examine|test|screen|follow|touch base|find out|make sure|write|ring|email|text|let (?:the patient|him|her) know) /
    .source;
/** What is asked for: a test, or somebody's opinion. */
const wanted =
  /(?=(?:[\p{L}-]+ ){0,4}(?:ECG|EKG|MRI|CT|scan|x-?rays?|ultrasound|echo\w*|labs?|bloods?|panel|culture|biopsy|tests?|troponin|index|referral|consult\w*|stud(?:y|ies)|swab|sample|levels?|count|A1c|opinion from)\b)/u
    .source;
const noFinding = /(?:reason|need|point|problem|issue|way|doubt|lot|few|couple|bunch|note|sense)\b/.source;
const finds = /(?:see|hear|feel|appreciate|notice|note|palpate)/.source;
const adverbs = /(?:(?:also|just|then|now|still|definitely|probably|actually|really|certainly|go ahead and) )*/.source;
const subject = `(?:i|we) ${adverbs}`;
const intends = /(?:want|would like|wanted|plan|intend|hope|am planning|are planning|am hoping|are hoping) to /.source;
const wants = /(?:want|would like|wanted) /.source;
const future = `(?:will|(?:am|are) (?:going to|gonna)) ${adverbs}`;
const does = `(?:(?:${orders})\\b|${acts})`;
const quantity = /(?:an?|some|mild|moderate|slight|trace|diffuse)/.source;

/** `I want to see you in a month`, against `see you eat more`. */
const whenSeen =
  /(?:back|again|in|on|at|next|after|before|for|here|this|every|once|tomorrow|soon|sooner|today|then|when|if|about|to|and|as|right|within|with|over|regularly|more|less|a|an|the|by|mon|tues|wednes|thurs|fri|satur|sun)(?!\p{L})|\p{L}+(?:day|ly)\b/u
    .source;

type Frame = readonly [said: string, put: string];

/** At the beginning of a sentence. */
const first: readonly Frame[] = [
  [
    `(?:i|we) (?:${wants}|will have |am going to have )(the patient) (?=(?:back|in|on|off|here)\\b)`,
    'The patient is to be ',
  ],
  [
    `(?:i|we) (?:${wants}|will have |am going to have )(the patient) (?:to )?(?!(?:to|if|when|know|understand|think|be aware|see if|not|out|up|as|at|there|\\p{L}+ed)\\b)(?=\\p{L})`,
    'The patient is to ',
  ],
  [`(?:i|we) ${intends}see (the patient) (?!${whenSeen})(?=\\p{L})`, 'The patient is to '],
  [`let's (?:${adverbs})(?=(?:${orders})\\b)`, ''],
  [`${subject}${wants}(?=(?:an?|the|some|another|two|both) )(?!the patient)${wanted}`, ''],
  [`(?:i|we) (?:do not|cannot|did not) ${finds} (?:any|an?) (?!${noFinding})`, 'No '],
  [`(?:i|we) (?:do |can |also )*${finds} no (?!${noFinding})`, 'No '],
  [`(?:i|we) (?:do |can |also )*${finds} (?=${quantity} (?!${noFinding}))`, 'There is '],
  [
    `(?:i|we) (?:am|are) (?:(?:a (?:little|bit)|very|quite|just) )*(?:worried|concerned) (?=about\\b|that\\b)`,
    'Concern ',
  ],
  [`(?:i|we) (?:also )?(?:think|believe) (?:that )?(?=(?:the|it|this|these|that) )`, 'Impression: '],
  [`(?:(?:my|the) )?plan(?: (?:is|would be|will be)(?: to)?|:) (?=\\p{L})`, ''],
  [`my (impression|diagnosis|assessment|recommendation|advice|opinion) (?:is|would be|will be) (?:that |to )?`, '$1: '],
];

/** At the beginning of any clause. */
const anywhere: readonly Frame[] = [
  [`${subject}${future}(?=(?:${orders})\\b)`, ''],
  [`${subject}(?:(?:am|are) not (?:going to|gonna)|will not) ${adverbs}(?=${does})`, 'will not '],
  [`${subject}${future}(?=${does})`, 'will '],
  [`${subject}${intends}(?=${does})`, 'plan to '],
  [
    `${subject}(?=(?:start|stop|hold|pause|continue|increase|decrease|reduce|double|halve|switch|refer|order|prescribe|recommend)\\b(?! (?:with|by|off|out|here|there|from)\\b))`,
    '',
  ],
  [`(?:i|we) (?:have|had) ${adverbs}(?=(?:seen|sent|spoken|written|put|given|\\p{L}+ed)\\b)`, ''],
];

const clause = /(?<=^|[,;:] (?:(?:and|so|but|then) )?|\b(?:and|so|but) )/.source;
const ofSentence = first.map(([said, put]) => [new RegExp(`^${said}`, 'iu'), put] as const);
const ofClause = anywhere.map(([said, put]) => [new RegExp(`${clause}${said}`, 'giu'), put] as const);
const past = new RegExp(`${clause}${subject}(?=(\\p{L}+)\\b)`, 'giu');

/**
 * A clinician's sentence, told in the third person, as a note puts it, without `I` and `we`: `Order an MRI`, `Will do liver
 * tests`, `The patient is to rest`. What reads otherwise without its subject, or somebody else may have said, stays.
 */
export function asNoted(told: string): string {
  const text = told.replace(/^(?:(?:so|and|okay|alright|now|then|well)\b,? )+(?=(?:i|we|let's|my)\b)/i, '');
  if (text.endsWith('?')) return told;
  const frame = ofSentence.find(([said]) => said.test(text));
  const begun = frame === undefined ? text : text.replace(...frame);
  const noted = ofClause.reduce((put, [said, with_]) => put.replace(said, with_), begun);
  const put = noted.replace(past, (found, verb: string) =>
    isPast(verb.toLowerCase()) && !/^(?:was|were|had)$/i.test(verb) ? '' : found,
  );
  return put === text ? told : put;
}
