/**
 * Signs of a subluxation on examination (P.A.R.T.): pain, asymmetry, range of motion, tissue. Two are required, one of
 * them asymmetry or range of motion (CMS Benefit Policy Manual, chapter 15, §240.1.2.2).
 */
export const partElements = [
  'pain or tenderness',
  'asymmetry or misalignment',
  'range of motion',
  'tissue or tone',
] as const;
export type PartElement = (typeof partElements)[number];

/** One of these is required. */
export const decisiveElements: readonly PartElement[] = ['asymmetry or misalignment', 'range of motion'];

/** What a row may find at a level: the signs of P.A.R.T. and the subluxation itself. */
export const levelElements = [...partElements, 'subluxation'] as const;
export type LevelElement = (typeof levelElements)[number];

/** Words of a sign beside a level: `C5 is fixated` needs no `range of motion`. */
export const signWords: Readonly<Record<LevelElement, RegExp>> = {
  'pain or tenderness':
    /(?<!\bnon-?\s?)\b(?:tender(?:ness)?|TTP|sore(?:ness)?|pain(?:ful)?(?! (?:free|scale|score|level|went|before|after|prior|rated|(?:has |have )?(?:decreased|increased|dropped|improved|reduced|resolved)|(?:of |at |is |was |went |level )*(?:an? |about )?(?:\d|zero|one|two|three|four|five|six|seven|eight|nine|ten)\b))|ach(?:ing|y|es)|hurts?|hurting|sensitiv(?:e|ity)|druckschmerz\w*|druckdolen\w*|druckempfindlich\w*|schmerzhaft\w*|schmerzt)\b/i,
  'asymmetry or misalignment':
    /\b(?:asymmetr\w+|misalign\w+|malposition\w*|out of (?:alignment|place)|(?<=(?:\b(?:is|are|was|sits?|sitting|feels?)|'s) (?:a (?:bit|little|touch|hair|tad) |slightly |way |really |still |too )?)(?:out|off|high|low|crooked|twisted)(?! of (?!place|alignment))|rotation(?= (?:at|of) [CTLS]\d)|(?:rotat(?:ed|es)|(?<!\b(?:cervical|thoracic|lumbar|neck|head|decreased|reduced|limited|diminished) )rotation) (?:to the )?(?:left|right|posterior\w*|anterior\w*)|(?:mal)?rotat(?:ed|ing)|malrotation|tilted|tipped|(?:up|riding) high|(?<=(?:\bis|\bare|'s|'re) )up(?=[,.;]|$| on\b| and\b)|posterior(?:ly|ity)?|anterior(?:ly|ity)?(?! (?:dorsal|thoracic|adjust|move|thrust))|superior(?:ly|ity)?|inferior(?:ly|ity)?|deviated|displaced|elevated|depressed|raised|shift(?:ed|s)|deviates|translated|listings?|Fehlstellung\w*|verschoben|rotiert|(?:body|spinous) (?:is )?(?:left|right)|(?:left|right) lateral(?! (?:bend|flex|epicond)\w*)|(?<=\b(?:is|are|sits?|gone|moved|shifted) )lateral(?:ly)?)\b/i,
  'range of motion':
    /\b(?:fixat\w+|restrict\w*|blockier\w*|blockaden?|fest|(?:bewegungs)?eingeschränkt|hypomobil[\wä]*|stuck|sticky|locked(?: up)?|jammed|(?<=\b(?:is|are|feels?) )fixed|frozen|blocked|stiff(?:ness)?|(?:not|isn't|wasn't|aren't|doesn't|don't|won't|hasn't|barely|hardly) (?:been |really |even )?(?:mov(?:e|ing)|gliding?|glide|rotat(?:e|ing)|opening|dropping|rising|springing|budging?)|(?:limited|reduced|decreased|diminished|loss of|lost|lacks?|lacking|poor|no|little|less) (?:\w+ )?(?:motion|ROM|mobility|movement|glide|(?:joint |end )?play|extension|flexion|rotation)|(?:motion|mobility|movement|glide|joint play) (?:is |was )?(?:limited|reduced|decreased|diminished|lost|poor)|(?:fails?|failed|failing|refuses) to (?:move|glide|rotate|extend|flex|open)|(?:doesn't|does not|don't|won't) want to (?:move|go|glide|budge)|hard end[- ]?feel)\b/i,
  'tissue or tone':
    /\b(?:spasm(?:s|ed|ing)?|hypertonic\w*|hypertonus|tight(?:ness)?|(?:increased|raised|elevated|high) (?:muscle |muscular )?ton(?:e|us)|taut|tense|rigid|guarded|guarding|boggy|edema\w*|swelling|swollen|puffy|inflamed|inflammation|trigger points?|knots?|verspann\w*|hartspann|myogelose\w*|knotted|ropey|ropy)\b/i,
  subluxation:
    /\b(?:subluxat\w*|subluxed|(?:inter)?segmental (?:and somatic |joint )?dysfunctions?|somatic dysfunctions?|segmentale (?:und somatische )?dysfunktion\w*)\b/i,
};

/** Listings of Gonstead and of the pelvis, which say how a bone is displaced: `C6 PRS`, `the left ilium is PI`. */
export const listing =
  /\b(?:P[LR][SI]?(?:-?[MTL])?|A[SI][LR][AP]?|(?:PI|AS)(?:IN|EX|In|Ex)?|(?<=[CTLS]\d{1,2}[ ,]+)[LR][PA](?:-?(?:inf|sup|[SI]))?)\b/g;

/** Any word of a sign. */
export const anySign = new RegExp(
  Object.values(signWords)
    .map(({ source }) => source)
    .join('|'),
  'gi',
);
