const techniques: readonly (readonly [name: string, pattern: RegExp, isAdjustment: boolean])[] = [
  ['diversified', /\bdiversified\b/i, true],
  ['Activator', /\bactivators?\b/i, true],
  ['Gonstead', /\bgonstead\b/i, true],
  ['Thompson', /\bthompson(?:'s)?(?: drop(?: table)?)?\b/i, true],
  [
    'drop table',
    /\bdrop[- ](?:table|piece|section|technique)s?\b|\b(?:with|on|by|and|adjusted|used?|using) (?:the |a |another |one more )?drops?\b(?! in)|(?:^\W*|\b(?:one more |another ))drops?\b(?! in)|(?<=\b(?:SI|joint|sacrum|ilium|pelvis|[CTLS]\d{1,2}),? )drops?\b|\bdrops? (?:on|to|at|for) (?=the\b|your\b|left\b|right\b|[CTLS]\d)|\bdrop (?=(?:the |your )?(?:left |right )?(?:SI|sacrum|ilium|pelvis|[CTLS]\d))/i,
    true,
  ],
  ['flexion-distraction', /\bflexion[- ]distraction\b|\bcox(?: technique| table)?\b/i, true],
  ['toggle recoil', /\btoggl(?:ed?|ing)(?:[- ]recoil)?\b/i, true],
  ['sacro-occipital technique', /\bSOT\b|\bsacro[- ]occipital technique\b|\bpelvic blocks?\b/i, true],
  ['Logan basic', /\blogan(?: basic)?\b/i, true],
  ['cervical break', /\bcervical breaks?\b/i, true],
  [
    'anterior thoracic',
    /\banterior (?:(?:dorsal|thoracic)s?|technique)\b|(?<=\b(?:adjust|manipulat)\w+ [^.;]{0,25}T\d[^.;]{0,25})\banterior(?:ly)?\b/i,
    true,
  ],
  ['posterior to anterior', /\bP(?:[- ]to[- ]|-)A\b|\bposterior[- ]to[- ]anterior\b/i, true],
  ['HVLA', /\bHVLA\b|\bhigh[- ]velocity(?:,? low[- ]amplitude)?(?= (?:thrust|adjust|manip))/i, true],
  ['knee-chest', /\bknee[- ]chest\b/i, true],
  ['crossed bilateral', /\bcross(?:ed)?[- ]bilateral\b/i, true],
  ['side posture', /\bside[- ]posture\b/i, true],
  ['side posture', /\bside[- ]lying\b/i, false],
  [
    'instrument-assisted',
    /\binstrument[- ](?:assisted|only|adjust\w*)\b|\b(?:arthrostim|impulse (?:instrument|gun)|pro[- ]?adjuster)\b/i,
    true,
  ],
  ['mobilization', /\bmobili[sz](?:ation|e|ed|ing)\b/i, false],
  ['manual', /\b(?:by hand|hands? (?=for|on)|manually|manual(?= (?:adjust|manipul|thrust)|\s*(?:[,.;]|$)))\b/i, false],
];

/** Finds the techniques of adjusting that a text names, in its order. `drop` inside of `Thompson drop` is no other one. */
export function techniqueMentions(text: string) {
  const found = techniques
    .flatMap(([name, pattern, isAdjustment]) =>
      [...text.matchAll(new RegExp(pattern.source, 'gi'))].map(({ index, 0: words }) => ({
        name,
        start: index,
        end: index + words.length,
        pattern,
        isAdjustment,
      })),
    )
    .toSorted((a, b) => a.start - b.start);
  const isActivator = found.some(({ name }) => name === 'Activator');
  return found.filter(
    ({ start, name }, index) =>
      !(isActivator && name === 'instrument-assisted') && found.slice(0, index).every(({ end }) => end <= start),
  );
}
