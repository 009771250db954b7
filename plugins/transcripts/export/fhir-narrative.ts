/**
 * A FHIR narrative: XHTML of a few elements in one `div` (hl7.org/fhir/R4/narrative.html). `paragraphs` and `items` are
 * single lines of plain text without characters that XML forbids.
 */
export function narrative({
  paragraphs = [],
  items = [],
}: {
  paragraphs?: readonly string[];
  items?: readonly string[];
}) {
  const body = [
    ...paragraphs.map((text) => `<p>${escaped(text)}</p>`),
    ...(items.length > 0 ? [`<ul>${items.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>`] : []),
  ].join('');
  return { status: 'additional', div: `<div xmlns="http://www.w3.org/1999/xhtml">${body}</div>` };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

const system = 'http://loinc.org';

/** The type of the document. */
export const progressNote = coded('11506-3', 'Progress note');

/**
 * LOINC codes of document sections by section name in lower case. From HL7's value set of section codes
 * (hl7.org/fhir/R4/valueset-doc-section-codes.html) and C-CDA.
 */
const sections: Readonly<Record<string, readonly [code: string, display: string]>> = {
  subjective: ['61150-9', 'Subjective'],
  objective: ['61149-1', 'Objective'],
  assessment: ['51848-0', 'Evaluation note'],
  plan: ['18776-5', 'Plan of care note'],
  'chief complaint': ['10154-3', 'Chief complaint'],
  'history of present illness': ['10164-2', 'History of present illness'],
  'past medical history': ['11348-0', 'History of past illness'],
  medications: ['10160-0', 'History of medication use'],
  allergies: ['48765-2', 'Allergies and adverse reactions'],
  'family history': ['10157-6', 'History of family member diseases'],
  'social history': ['29762-2', 'Social history'],
  'review of systems': ['10187-3', 'Review of systems'],
  'physical examination': ['29545-1', 'Physical findings'],
  results: ['30954-2', 'Relevant diagnostic tests and laboratory data'],
  diagnoses: ['29308-4', 'Diagnosis'],
  goals: ['61146-7', 'Goals'],
  intervention: ['62387-6', 'Interventions provided'],
};

/** The code of a section; undefined if LOINC has none with exactly this meaning. */
export function sectionCode(name: string): ReturnType<typeof coded> | undefined {
  const key = name.toLowerCase();
  const found = Object.hasOwn(sections, key) ? sections[key] : undefined;
  return found && coded(...found);
}

function coded(code: string, display: string) {
  return { coding: [{ system, code, display }] };
}
