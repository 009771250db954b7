/**
 * Present-tense verbs that people use about themselves. A closed list, since any other word after `I` may be anything.
 */
const present = new Set(
  `ache ask avoid bathe believe bend bleed bike breathe bring brush burn buy call care carry chew clean climb come complain cook cough count cry cut dance
  deal deny dislike drink drive drop eat enjoy exercise expect experience fall fear feel fight find finish follow forget get give go grab grow guess happen
  hate hear help hike hold hope hurt inject itch jog jump keep know lay lead lean learn leave lie lift like listen live look lose love make manage mean measure
  meet mention mind miss monitor move need notice plan play pray prefer pull push put quit raise reach read realize recall receive recognize relax remember
  rest ride rub run say see seem sense sew shake shower show sit sleep smell smoke sneeze speak spend stand start stay stop stretch struggle stumble suffer
  suppose swallow sweat swell swim take talk taste teach tell tend test think throw travel treat trip trust try turn understand urinate use vape visit vomit
  adjust agree apply bear benefit choose complete consider continue decide decrease describe develop elevate extend flex flush gain grip heal hop ice increase
  kneel limit log lower pick pound pronate purse receive record recover reduce remain report require respond return rotate schedule sign squat supinate tolerate
  track wrap wait wake walk want wash watch wear weigh wheeze wish wonder work worry`
    .split(/\s+/)
    .concat('check'),
);

/** Those that may also be a noun or an adjective after `and`: `no pain with rest and exercise`. */
const oftenNoun = new Set(
  `ache bike call care clean complain cough count cry cut dance deal drink drive drop exercise experience fall fear fight follow guess help hike hope hurt itch
  jump lead like look love mind move need plan play pull push raise rest ride run sense shake shower show sleep smell smoke stand start stay stop stretch
  struggle sweat talk taste test throw travel treat trip trust turn use visit walk wash watch wish work worry check live open benefit decrease gain grip heal ice increase limit log lower pick pound record report return
  schedule sign squat track wrap`.split(/\s+/),
);

/** Irregular verbs with their past forms. */
const irregular = new Map(
  `eat:ate become:became begin:began bend:bent bleed:bled buy:bought break:broke bring:brought build:built come:came catch:caught choose:chose creep:crept
  deal:dealt do:did drink:drank draw:drew drive:drove feed:fed fall:fell feel:felt fly:flew forget:forgot fight:fought find:found freeze:froze give:gave
  get:got grow:grew have:had hear:heard hold:held keep:kept know:knew lay:laid lead:led leave:left lend:lent lose:lost make:made mean:meant meet:met pay:paid
  run:ran ride:rode rise:rose say:said sing:sang sit:sat see:saw send:sent shoot:shot sleep:slept slide:slid slip:slipped spend:spent speak:spoke spring:sprung
  stand:stood steal:stole stick:stuck sting:stung swim:swam swear:swore swell:swelled teach:taught think:thought throw:threw tell:told take:took tear:tore
  understand:understood go:went wake:woke win:won wear:wore write:wrote be:was`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);
const past = new Set([...irregular.values(), 'were', 'used']);
/** Words that look like a past form and are none. */
const notPast = new Set([
  'need',
  'feed',
  'bleed',
  'bed',
  'red',
  'speed',
  'proceed',
  'exceed',
  'succeed',
  'indeed',
  'tired',
  'bored',
]);

/** Same form in present and past, so the third person is ambiguous: `I put`, `I hurt my back`. */
const tenseless = new Set([
  'cut',
  'hit',
  'hurt',
  'let',
  'put',
  'quit',
  'read',
  'set',
  'shut',
  'split',
  'spread',
  'beat',
  'lay',
]);

const modals = new Set(['can', 'cannot', 'could', 'will', 'would', 'should', 'must', 'might', 'may', 'shall']);

/** The third-person form of a verb, and whether it is present: then coordinated verbs must agree too. */
export interface ThirdPersonForm {
  readonly verb: string;
  readonly isPresent: boolean;
}

/** Returns the third-person form of a verb; null if it is ambiguous or the verb is unknown. */
export function conjugate(verb: string): ThirdPersonForm | null {
  switch (verb) {
    case 'am':
    case 'are':
      return { verb: 'is', isPresent: true };
    case 'have':
      return { verb: 'has', isPresent: true };
    case 'do':
      return { verb: 'does', isPresent: true };
    case 'were':
      return { verb: 'was', isPresent: false };
    default:
      if (tenseless.has(verb)) return null;
      if (modals.has(verb) || isPast(verb)) return { verb, isPresent: false };
      return present.has(verb) ? { verb: thirdPerson(verb), isPresent: true } : null;
  }
}

/** Tells whether a verb is certainly past. */
export function isPast(verb: string): boolean {
  return past.has(verb) || (/\p{L}{2}ed$/u.test(verb) && !notPast.has(verb));
}

/** Tells whether a verb has the same form in present and past. */
export function isTenseless(verb: string): boolean {
  return tenseless.has(verb);
}

/** Tells whether a word is the form of a verb that follows `does` and `did`. */
export function isBaseForm(word: string): boolean {
  return present.has(word) || tenseless.has(word) || irregular.has(word);
}

/** The past form of a verb in its base form: `took`, `stopped`. */
export function pastOf(verb: string): string {
  if (tenseless.has(verb)) return verb;
  const irregularForm = irregular.get(verb);
  if (irregularForm !== undefined) return irregularForm;
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return verb.replace(/y$/, 'ied');
  return /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb) ? `${verb}${verb.at(-1)}ed` : `${verb}ed`;
}

/** The form of a verb after `she`: `takes`, `goes`, `tries`, `has`. */
export function thirdPerson(verb: string): string {
  if (verb === 'have') return 'has';
  if (verb === 'be') return 'is';
  if (/[^aeiou]y$/.test(verb)) return verb.replace(/y$/, 'ies');
  return /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

/** Tells whether a word after `and` continues the preceding verb: `I wake up and feel tired`. */
export function coordinatedVerb(word: string): 'verb' | 'perhaps' | 'other' {
  if (word === 'have' || word === 'am' || word === 'do' || word === 'are') return 'verb';
  if (tenseless.has(word) || oftenNoun.has(word)) return 'perhaps';
  return present.has(word) ? 'verb' : 'other';
}

/** Tells whether a word may stand between a subject and its verb. */
export function isAdverb(word: string): boolean {
  return (
    adverbs.has(word) ||
    (/\p{L}{3}ly$/u.test(word) && !['apply', 'rely', 'supply', 'comply', 'multiply'].includes(word))
  );
}

const adverbs = new Set(
  `just also still always never usually often sometimes ever even then now already only maybe kind of sort really honestly actually probably almost definitely
  basically generally currently recently first both either rather not certainly too once again at least all each`.split(
    /\s+/,
  ),
);
