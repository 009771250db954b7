/**
 * Text for people as FHIR wants it: XHTML of a few elements in one `div` (hl7.org/fhir/R4/narrative.html). `paragraphs` and `items` are
 * plain texts of one line, without characters that XML forbids.
 */
export function narrative({ paragraphs = [], items = [] }: { paragraphs?: readonly string[]; items?: readonly string[] }) {
  const body = [
    ...paragraphs.map((text) => `<p>${escaped(text)}</p>`),
    ...(items.length > 0 ? [`<ul>${items.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>`] : []),
  ].join('');
  return { status: 'additional', div: `<div xmlns="http://www.w3.org/1999/xhtml">${body}</div>` };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
