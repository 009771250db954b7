/** What clinicians shorten in notes and tables, in full. Capitals count where words of speech are alike. */
const shorthand: readonly (readonly [short: RegExp, full: string])[] = [
  [/ ?\((left|right|both(?: sides)?|bilateral(?:ly)?|[LRB])\)/gi, ' $1'],
  [/\bTh ?(?=\d)/g, 'T'],
  [/\bC0\b(?!\s*[-–])/g, 'occiput'],
  [/\b[Rr]t\.?(?= )/g, 'right'],
  [/\b[Ll]t\.?(?= )/g, 'left'],
  [/(?<=[,:;] )- ?(?=[a-z]{4})/gi, 'no '],
  [/[|\t]\s*(?:none|-|–|no)\s*$/gi, ', not treated'],
  [/\s*[|\t]\s*|(?<=\b(?:[CTLS]\d\d?|SI|sacrum|ilium|occiput)) [-–] (?=[a-z])/g, ', '],
  [/\bdiv(?:\.|ers\.?)?(?=[\s,;.)]|$)/gi, 'diversified'],
  [/\bSP\b|\bside-?lying adj\w*/g, 'side posture'],
  [/\badj(?:\.|'d)?(?=[\s,;:)]|$)/gi, 'adjusted'],
  [/\bmanip\.?(?=[\s,;:)]|$)/gi, 'manipulated'],
  [/\bmob\.?(?=[\s,;:)]|$)/gi, 'mobilized'],
  [/\bNT\b|\bno tx\b|\b(?:tx|treatment|adjusted): ?none\b/g, 'not treated'],
  [
    /(?<=^|[,:;.]\s*|\b[LRB]\s|\b[CTLS]\d\d?(?:-\d\d?)?\s|SI\s)(?:fix(?:ed)?|fxd?|hypo|rest[dr]?|restr)\.?(?=\s*(?:[,.;)]|and\b|&|w\/|[LRB]\b|bil|b\/l|$))/gi,
    'restricted',
  ],
  [/\b(?:bil(?:at)?|b\/l)(?:\.|\b)|(?<=\b(?:[CTLS]\d\d?|SI)\s)B(?=\s*[:,.;])/gi, 'bilaterally'],
  [/\bant\.(?=[\s,;)]|$)/gi, 'anterior'],
  [/(?<!\/10 )\bpost\.(?=[\s,;)]|$)(?! ?(?:tx|treat))/gi, 'posterior'],
  [/\blat\.(?=[\s,;)]|$)/gi, 'lateral'],
  [/\b(?:seg(?:mental)?|jt|joint) dys(?:fx|f)?\b\.?/gi, 'segmental dysfunction'],
  [/\bsublux(?:n|es)?\b\.?/gi, 'subluxation'],
  [/\bcerv\b\.?/gi, 'cervical'],
  [/\bthor\b\.?/gi, 'thoracic'],
  [/\blumb\b\.?/gi, 'lumbar'],
  [/\bLBP\b/g, 'low back pain'],
  [/\b(?:NP|HA)(?=:? ?\d)/g, 'neck pain'],
  [/(?<=\w) ?& ?(?=\w)/g, ' and '],
  [/\bw\/(?= ?\w)/g, 'with '],
  // What is not `adjusted`, or not `tender`, was not adjusted as far as anybody says.
  [
    /(?<=[,;] (?:the )?(?:left |right )?(?:[CTLS]\d\d?|SI(?: joint)?|sacrum|occiput|ilium)) (?:not?)(?=\s*(?:[.,;]|$))/g,
    ' not adjusted',
  ],
];

/** A row of a table whose cells end with semicolons. */
const cells = /^[^.;]{1,40}(?:(?:;| [-–] )[^.;]{1,40}){2,}[.;]?$/;

/** A text with its shortened words in full, and the cells of a table as a list. */
export function inFull(text: string): string {
  const row = cells.test(text) && !(text.includes(';') && / [-–] /.test(text)) ? text.replace(/;| [-–] /g, ', ') : text;
  return shorthand.reduce((written, [short, full]) => written.replace(short, full), row);
}
