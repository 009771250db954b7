import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { documentFaults } from './fhir-document.ts';
import { startVendorServer, type VendorAnswer, type VendorRequest, type VendorServer } from './vendor-server.ts';

const Identified = z.looseObject({ identifier: z.object({ system: z.string(), value: z.string() }) });
export type FhirDocument = z.output<typeof Identified>;

export interface FhirServerDouble extends VendorServer {
  /** Base address, as a client is told it. */
  readonly base: string;
  readonly token: string;
  /** The documents that it keeps, in order. */
  readonly documents: readonly FhirDocument[];
}

/**
 * Stands for a FHIR R4 server that takes documents: `POST /fhir/Bundle` with conditional create, after
 * hl7.org/fhir/R4/http.html.
 */
export async function startFhirServer(): Promise<FhirServerDouble> {
  const token = 'fhir-token-for-tests';
  const documents: FhirDocument[] = [];

  function answer({ method, path, headers, body }: VendorRequest): VendorAnswer {
    if (headers.authorization !== `Bearer ${token}`) return outcome(401, 'login', 'no token, or a wrong one');
    if (`${method} ${path}` !== 'POST /fhir/Bundle')
      return outcome(404, 'not-found', `nothing is at ${method} ${path}`);
    if (!headers['content-type']?.startsWith('application/fhir+json'))
      return outcome(415, 'not-supported', 'not FHIR in JSON');
    const sent: unknown = JSON.parse(body.toString());
    const faults = documentFaults(sent);
    // As real servers do, it quotes what it refuses.
    if (faults.length > 0) return outcome(422, 'structure', `${faults.join('; ')}: ${body.toString()}`);
    return create(Identified.parse(sent), String(headers['if-none-exist'] ?? ''));
  }

  function create(document: FhirDocument, unlessFound: string): VendorAnswer {
    const found = documents.find(
      ({ identifier: { system, value } }) => unlessFound === `identifier=${system}|${value}`,
    );
    if (found !== undefined) return { headers: fhirJson, json: found };
    documents.push(document);
    return { status: 201, headers: { ...fhirJson, location: `${server.url}/fhir/Bundle/${randomUUID()}/_history/1` } };
  }

  const server = await startVendorServer(answer);
  return {
    ...server,
    base: `${server.url}/fhir`,
    token,
    documents,
    async reset() {
      await server.reset();
      documents.length = 0;
    },
  };
}

const fhirJson = { 'content-type': 'application/fhir+json; charset=utf-8' };

function outcome(status: number, code: string, diagnostics: string): VendorAnswer {
  const issue = [{ severity: 'error', code, diagnostics }];
  return { status, headers: fhirJson, json: { resourceType: 'OperationOutcome', issue } };
}
