import { z } from 'zod';

/** What is the same in every exported FHIR document, for the API documentation. FHIR describes its resources. */
export const FhirDocument = z
  .object({
    resourceType: z.literal('Bundle').describe('The type of the whole'),
    identifier: z
      .object({
        system: z.literal('urn:ietf:rfc:3986').describe('The value is a URI'),
        value: z.string().describe('`urn:uuid:…`'),
      })
      .describe('Of this version of the record'),
    type: z.literal('document').describe('The kind of Bundle'),
    timestamp: z.iso.datetime().describe('When the record was made, or last signed or added to'),
    entry: z
      .array(
        z.object({
          fullUrl: z.string().describe('`urn:uuid:…`, by which others refer to it'),
          resource: z
            .looseObject({ resourceType: z.string().describe('Such as `Patient`') })
            .describe('A FHIR R4 resource'),
        }),
      )
      .min(1)
      .describe('First the Composition with the note'),
  })
  .describe('A FHIR R4 document');
