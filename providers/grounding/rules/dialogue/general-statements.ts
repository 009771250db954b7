const lead = /^(?:(?:and|so|but|well|okay|now|because|actually|for example|you know|also|then|,) ?)*/.source;
const many =
  '(?:most|many|some|a lot|lots|half|all|\\d+ ?(?:%|percent)?|\\w+ (?:in|out of) (?:every )?\\w+|a third|two thirds|the majority)';
const people = '(?:people|patients|folks|women|men|kids|children|babies|adults|parents)';
const usually = '(?:typically|usually|generally|normally|commonly|often|sometimes|rarely)';

/** What is said of everybody, or of a disease, and not of who listens. */
const general = new RegExp(
  [
    // `In meningitis you get a rash`
    `${lead}(?:in|with|after) (?:an? |the |any )?(?!(?:your|my|his|her|this|that)\\b)(?:[\\w-]+ ){1,3}(?:, )?you (?:can |may |might |often |usually |typically |sometimes )+(?:get|have|see|find|feel|develop|notice)\\b`,
    `${lead}in (?!(?:an?|the|your|my|his|her|this|that|bed|summer|winter|spring|autumn|public|traffic|hospital)\\b)(?:[\\w-]+ ){1,2}(?:, )?you (?:get|see|find|develop)\\b`,
    `\\b${many}(?: or so)? of (?:the |these |our |my )?${people}\\b`,
    `(?:^|, |\\b(?:that|in|see|when|if|most|many|some|other|older|young|pregnant) )${people} (?:who|with|that|will|can|may|might|do|don't|are|${usually}|get|have|say|tend|find|feel|come|take)\\b`,
    // `Typically sensation is fine`, `it usually takes six weeks`
    `${lead}(?:${usually}|as a rule|in general|most of the time) (?!(?:you|i|we|he|she)\\b)(?!.*\\byou(?:r|'re|'ve| are| have)\\b)`,
    `${lead}(?:it|this|that|they|these|those) (?:can |may |will )?(?:${usually}|tends? to) (?!.*\\byou(?:r|'re|'ve| are| have)\\b)`,
    `\\b(?:it|that|this)(?: is|'s) (?:quite |very |pretty |perfectly |completely |really )?(?:normal|common) (?:after|for|in|with|to|that)\\b`,
  ].join('|'),
);

/** Whether a clinician's sentence, in small letters, explains how things are in general, as in counselling. */
export function isGeneral(text: string): boolean {
  return general.test(text);
}
