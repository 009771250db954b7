/**
 * Removes disfluencies from spoken text: hesitations, stutters, filler words. Normalises contractions and slurred
 * forms. No meaningful word is lost or added.
 */
export function removeDisfluencies(spoken: string): string {
  const tidy = replaceAll(spoken.replaceAll('’', "'"), spelling);
  const fluent = replaceAll(withoutStutter(replaceAll(tidy, hesitation)), phrases);
  const begun = withoutOpening(fluent);
  return replaceAll(begun, [...(asksHow.test(begun) ? [] : [[assent, '.'] as const]), ...leftovers]).trim();
}

function withoutOpening(sentence: string): string {
  return sentence.replace(opening, '');
}

type Replacement = readonly [found: RegExp, put: string];

/** Some recognisers separate punctuation and the halves of contractions: `i do n't know , gon na`. */
const spelling: readonly Replacement[] = [
  [/(?<=\p{L}) (?=(?:n't|'(?:s|m|re|ve|ll|d))(?![\p{L}\p{N}]))/giu, ''],
  [/\b(gon|wan|got) (na|ta)\b/gi, '$1$2'],
  [/\b(lem|gim) me\b/gi, '$1me'],
  [/\s+(?=[,.?!;:](?:\s|$))/g, ''],
  [/(?<=\d) (?=%)/g, ''],
];

/** `you know` as a filler, without an object: not `do you know`, not `you know what`. */
const saidForNothing = new RegExp(
  [
    /(?<!(?:n't|\b(?:do|did|hopefully|if|that|as|what|so|let|should|would|before|because|think|sure|how|when))\s)\byou know\b,?\s?/,
    /(?!\s?(?:that|how|what|who|where|when|why|about|any|of|it)\b|(?<!,\s)if\b)/,
  ]
    .map(({ source }) => source)
    .join(''),
  'giu',
);

/** Hesitation sounds, and `you know`, `i mean` and `like` as fillers. */
const hesitation: readonly Replacement[] = [
  [/(?<=^|[\s,])(?:u+m+|u+h+m?|e+r+m|a+h+|e+h+)-?(?=$|[\s,.?!])\s?,?\s?/giu, ''],
  [/(?<=^|,\s?)you know\s?,\s?/giu, ''],
  // `They put it in, oh, 2021.`
  [/(?<=\p{L}),\s?(?:oh|ooh|let me see|let's see),?\s(?=\p{L}|\d)/giu, ' '],
  [/(?<=^|,\s?)i mean\s?,\s?(?=(?:i|it|he|she|they|we|you|there|that)\b)/giu, ''],
  [/,\s?(?:you know|i mean|you see)(?=\s?[.?!]|$)/giu, ''],
  [saidForNothing, ''],
  // `I think you know, based on your story`, `because you know if you are dehydrated`
  [/(?<=\b(?:think|because|is|that|so)\s)you know\s?(?:,\s?|(?=if\b))/giu, ''],
  [/(?<=\bis that\s)you know (?=you\b)/giu, ''],
  [
    /\b(hopefully|obviously|basically),? you know,? (?!(?:to|that|how|what|who|where|when|why|if|about)\b)(?=\p{L})/giu,
    '$1 ',
  ],
  [/(?:^|,\s?)excuse me\s?(?:,\s?|$)/giu, ' '],
  [
    /(?<=^|[,.]\s?)(?:oh,?\s)?(?:my (?:god|goodness|gosh)|for (?:heaven|god|goodness)'?s sake|good (?:god|lord))(?=$|[\s,.!?])\s?[,!]?\s?/giu,
    '',
  ],
  [
    /(?<!\b(?:some|any|other|certain|things?|something|anything|symptoms?|reasons?|else|such|foods?|medic\p{L}+)\b[^,.?!]{0,30})(?<=\p{L}),\s?(?:like|yeah),?\s(?!(?:some|any|every)(?:one|body|thing)\b|(?:an?|the|when|if|i|it|he|she|they|you) )(?=\p{L})/giu,
    ', ',
  ],
  // A word that is cut off and then completed: `ex- exerting`.
  [/(?<=^|\s)(?!d-dimer|co-cod)(\p{L}{1,6})-(?:,?\s)?(?=\1(?![\p{L}-]*\p{N}))/giu, ''],
];

/** Words that may be repeated on purpose: `very very`, and numbers (`one one` may be eleven). */
const meantTwice =
  /(?!(?:[b-hj-z]|very|really|had|so|no|bye|long|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|\p{L}{2,5}ty|zero|hundred|thousand)\b)/u
    .source;
/** One to four words repeated at once. */
const stutter = new RegExp(
  `(?<![\\p{L}\\p{N}'-])${meantTwice}(\\p{L}[\\p{L}']*(?:\\s\\p{L}[\\p{L}']*){0,3})(?:\\s?(?:\\.\\.\\.)?\\s\\1(?![\\p{L}\\p{N}'-]))+`,
  'giu',
);
/** Across a comma only words that begin something: `comes and goes, goes to the jaw` repeats nothing. */
const stutterAcrossComma =
  /(?<![\p{L}\p{N}'-])((?:i|you|we|they|he|she|it|the|an?|my|your|his|her|and|but|so|to|in|of|that|this|is|was|there|if|when|for|with|or)(?:\s\p{L}[\p{L}']*){0,2})(?:\s?,\s\1(?![\p{L}\p{N}'-]))+/giu;
/** A word repeated within a contraction: `i, i'm`. */
const stutterOfContraction = /(?<![\p{L}'])(i|you|we|it|they|he|she|that)\s?(?:,|\.\.\.)?\s(?=\1')/giu;

function withoutStutter(text: string): string {
  return text.replace(stutter, '$1').replace(stutterAcrossComma, '$1').replace(stutterOfContraction, '');
}

const greeting = new RegExp(
  [
    /^(?:hi|hey|hello|good (?:morning|afternoon|evening)),? (?:\p{L}+\.?,? ){0,2}/u,
    /(?:(?:it's |it is )?(?:good|nice|great) to (?:see|meet) you|how are you(?: doing)?)(?: today| again| too)*\b,?\s?(?=\p{L})/u,
  ]
    .map(({ source }) => source)
    .join(''),
  'iu',
);

/** Slurred and roundabout phrases. */
const phrases: readonly Replacement[] = [
  [/\bgonna\b/gi, 'going to'],
  [/\bwanna\b/gi, 'want to'],
  [/\bgotta\b/gi, 'got to'],
  [/\blemme\b/gi, 'let me'],
  [/\bgimme\b/gi, 'give me'],
  [/\bkinda\b/gi, 'kind of'],
  [/(?<=^|\s)(?:'cause\b(?! (?:of|by))|cause(?= (?:i|i'm|i've|i'd|we|he|she|they)\b))/gi, 'because'],
  [/\b(?:just )?go ahead and (?:just )?(?!get it\b)/gi, ''],
  [/(?<=\bto )go ahead,? (?=\p{L})/giu, ''],
  [/\bi mean,? (?=(?:i|i'm|i've|it|it's|he|she|they|we|you|there|that's)\b)/gi, ''],
  [/^hey,? (?:dragon|siri|alexa|dax),?\s(?=\p{L})/iu, ''],
  [greeting, ''],
  // `I don't have no allergies`
  [
    /(?<=\b(?:\p{L}+n't|never)\s(?:have|had|got|get|take|took|taking|use|need|want|see|feel|seen)\s)no\b(?=\s\p{L})/giu,
    'any',
  ],
  [/\btry and (?=\p{L})/giu, 'try to '],
];

/** Connectives at the start of a sentence. `Yes`, `no` and `right` are answers, and stay. */
const joint = [
  /(?:and|okay|ok|all right|alright|oh+|but|then|again|you know|i see)/,
  /i mean(?=,?\s(?:i|it|he|she|they|we|you|there|that)\b)/,
  /so(?!\s(?:that|far|long|much|many|called|i do\b))/,
  /well(?!\s(?:as|controlled|enough|appearing|healed))/,
  /now(?!\sthat)/,
  /(?:great|perfect|good|sure|got it)(?=\s?[,.!]|\s(?:so|okay|alright|all right|now|and|well)\b)/,
].map(({ source }) => source);
const opening = new RegExp(`^(?:[\\s,.!-]*(?:${joint.join('|')})(?![\\p{L}\\p{N}'-])\\s?[,.!]?\\s?)+`, 'iu');

/** A request for assent at the end of a statement, which is not a question. */
const assent = /\s?,?\s(?:okay|ok|all right|alright|yeah)\s?\?$/iu;
/** `Are you sleeping okay?` asks for it. */
const asksHow = /^(?:are|is|am|was|were|do|does|did|have|has|had|can|how|everything)\b[^,]*\?$/i;

/** Leftovers: punctuation without words, and a word at which the speaker was interrupted. */
const leftovers: readonly Replacement[] = [
  [/ {2,}/g, ' '],
  // `You know, your exam`, of `you you know your exam`
  [/(?<=^|[,.]\s|\b(?:so|and|but|okay)\s)you (?=your\b)/giu, ''],
  [/,(?:\s?,)+/g, ','],
  [/^[\s,.;:-]+(?=\p{L}|\p{N})/u, ''],
  [/(?:\s(?:of|in|with|at|for|to|by|from|that|i|you|we|is|are))\s?-$/iu, ''],
  [/(?:\s(?:and|but|or|so|the|a|okay|alright|all right|because|um|uh))+$/iu, ''],
  [/\s?[-,]+(?=[.?!]?$)/u, ''],
];

function replaceAll(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((changed, [found, put]) => changed.replace(found, put), text);
}

/**
 * Contractions with a single expansion: `it's been` has been, `I'd like` would. Ambiguous `'d` and `'s`, and the
 * possessive, stay.
 */
const expansions: readonly Replacement[] = [
  [/\bcan't\b/gi, 'cannot'],
  [/\b(w)on't\b/gi, '$1ill not'],
  [/\b(do|does|did|is|are|was|were|have|has|had|could|would|should|must|need)n't\b/gi, '$1 not'],
  [/\b(i)'m\b/gi, '$1 am'],
  [/\b(you|we|they)'re\b/gi, '$1 are'],
  [/\b(i|you|we|they|should|could|would|might|must)'ve\b/gi, '$1 have'],
  [/\b(i|you|we|they|he|she|it|that|there)'ll\b/gi, '$1 will'],
  [
    /\b(it|that|there|he|she|what|who|here)'s (?=(?:just |also |already |always |never |not |kind of |really |only )*(?:been|got|gotten|had|gone|become)\b)/gi,
    '$1 has ',
  ],
  [
    /\b(he|she)'s (?=(?:just |also |already |always |never |not |really |only )*(?:lost|spent|made|taken|seen|come|found|told|kept|felt|slept|bought|brought|heard|held|met|paid|sent|thought|eaten|fallen|broken|drunk|grown)\b)/gi,
    '$1 has ',
  ],
  [
    /\b(it|that|there|he|she|what|who|here)'s (?!own\b|(?:just |also |already |always |never |not |kind of |really |only )*\p{L}+(?:ed|en)\b)/giu,
    '$1 is ',
  ],
  [
    /\b(i|you|we|they|he|she|it|that)'d (?=(?:just |also |really |probably |still )*(?:like|love|rather|prefer|say|be|have|want|recommend|suggest|start|give|do|go|increase|reduce|stop|keep|add|try|use|order|refer|send|take|see|switch|continue|hold|avoid|check|repeat|prescribe|expect|advise|put(?= (?:you|him|her|them)\b))\b)/gi,
    '$1 would ',
  ],
  [/\b(i|you|we|they|he|she|it|that)'d (?=(?:just |also |already |always |never |not )*(?:been|had)\b)/gi, '$1 had '],
];

/** Expands the unambiguous contractions of a sentence. */
export function expandContractions(text: string): string {
  return expansions.reduce((expanded, [found, put]) => expanded.replace(found, put), text);
}
