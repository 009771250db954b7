import { html, raw } from 'hono/html';
import { z } from 'zod';
import type { OpenApiDocument } from './openapi.ts';
import type { OpenApiOperation } from './openapi-operation.ts';

const style = `
  :root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 20%, transparent); }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; }
  h2 { border-bottom: 1px solid var(--line); margin-top: 2.5rem; }
  h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
  details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: .5rem .75rem; }
  summary { cursor: pointer; }
  code { font: 14px ui-monospace, monospace; }
  summary code { font-weight: 600; }
  table { border-collapse: collapse; width: 100%; }
  td { border-top: 1px solid var(--line); padding: .25rem .75rem .25rem 0; vertical-align: top; }
  td:first-child, td:nth-child(2) { white-space: nowrap; }
`;

/** The parts of a JSON schema that the page shows. */
const fieldSchema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});

const body = z.object({
  description: z.string().optional(),
  content: z.record(z.string(), z.object({ schema: fieldSchema })).optional(),
});

const components = z.object({ schemas: z.record(z.string(), fieldSchema) });

/**
 * The API documentation for people: one page of plain HTML that loads nothing, so that it works offline. The libraries
 * for this load fonts and scripts from elsewhere, report installs to a third party, or compile native code.
 */
export function docsPage(document: OpenApiDocument): string {
  const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${document.info.title} API</title>
    <style>${raw(style)}</style>
  </head>
  <body>
    <h1>${document.info.title} ${document.info.version}</h1>
    <p>${document.info.description} For programs: <a href="/openapi.json">openapi.json</a>.</p>
    ${document.tags.map(({ name }) => section(name, document))}
    <h2>Types</h2>${Object.entries(components.parse(document.components).schemas).map(
      ([name, schema]) =>
        html`<details id="${name}"><summary><code>${name}</code></summary>${fieldTable(schema) ?? typeText(schema)}</details>`,
    )}
    <h2>Extension points</h2>
    <table>
      ${Object.entries(document['x-extension-points']).map(
        ([point, plugins]) => html`<tr><td><code>${point}</code></td><td></td><td>${plugins.join(', ')}</td></tr>`,
      )}
    </table>
  </body>
</html>`;
  return String(page);
}

function section(tag: string, document: OpenApiDocument) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return html`<h2 id="${tag}">${tag}</h2>${operations.filter(({ operation }) => operation.tags.includes(tag)).map(entry)}`;
}

function entry({ path, method, operation }: { path: string; method: string; operation: OpenApiOperation }) {
  const { operationId, summary, description, security, parameters = [], requestBody, responses } = operation;
  return html`<details id="${operationId}">
      <summary><code>${method.toUpperCase()} ${path}</code> ${summary}</summary>
      <p>${description ?? ''} ${accessText(security)}</p>
      ${parameterTable(parameters, requestBody)}
      ${requestBody === undefined ? '' : bodyTable('Request', requestBody)}
      ${Object.entries(responses).map(([status, response]) =>
        // The errors that all operations share are one list in the description of the API.
        '$ref' in response ? '' : bodyTable(status === 'default' ? 'Errors' : `Response ${status}`, response),
      )}
    </details>`;
}

/** `Needs a key with the scope admin or operator.` */
function accessText(security: readonly object[]): string {
  const scopes = [...new Set(security.flatMap((scheme) => Object.values(scheme).flat()))].join(' or ');
  if (security.length === 0) return 'Needs no key.';
  if (security.some((scheme) => 'session' in scheme)) return 'Needs a session.';
  const optional = security.some((scheme) => Object.keys(scheme).length === 0);
  return `${optional ? 'Takes' : 'Needs'} a key${scopes === '' ? '' : ` with the scope ${scopes}`}.`;
}

/** Parameters that may also be in the body are shown only there. */
function parameterTable(parameters: readonly object[], requestBody: object | undefined) {
  const parameter = z.object({ name: z.string(), required: z.boolean(), schema: fieldSchema });
  const fields = Object.values(body.parse(requestBody ?? {}).content ?? {}).map(
    ({ schema }) => schema.properties ?? {},
  );
  const rows = parameters
    .map((each) => parameter.parse(each))
    .filter(({ name }) => !fields.some((properties) => Object.hasOwn(properties, name)));
  if (rows.length === 0) return '';
  return html`<h3>Parameters</h3><table>${rows.map(({ name, required, schema }) => row(name, schema, required))}</table>`;
}

function bodyTable(title: string, value: object) {
  const { description, content = {} } = body.parse(value);
  const mediaTypes = Object.keys(content).join(', ');
  const schema = Object.values(content)[0]?.schema ?? {};
  const type = schema.$ref === undefined ? undefined : typeText(schema);
  return html`<h3>${title}${mediaTypes === '' ? '' : html` <code>${mediaTypes}</code>`}</h3>
      ${type === undefined ? (fieldTable(schema) ?? html`<p>${description ?? ''}</p>`) : html`<p><a href="#${type}">${type}</a></p>`}`;
}

/** The fields of an object; undefined if there are none. */
function fieldTable({ properties = {}, required = [] }: z.output<typeof fieldSchema>) {
  const rows = Object.entries(properties).map(([name, schema]) =>
    row(name, fieldSchema.parse(schema), required.includes(name)),
  );
  return rows.length === 0 ? undefined : html`<table>${rows}</table>`;
}

function row(name: string, schema: z.output<typeof fieldSchema>, required: boolean) {
  const notes = [
    schema.description,
    schema.default === undefined ? undefined : `Default: ${JSON.stringify(schema.default)}`,
  ];
  const shown = notes.filter((note) => note !== undefined).join('. ');
  return html`<tr><td><code>${name}</code></td><td>${typeText(schema)}${required ? '' : ', optional'}</td><td>${shown}</td></tr>`;
}

/** `string`, `array of object`, `"running" or "paused"`, `string or null`. */
function typeText(schema: z.output<typeof fieldSchema>): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map((each) => typeText(fieldSchema.parse(each))).join(' or ');
  if (schema.type === 'array')
    return `array of ${schema.items === undefined ? 'anything' : typeText(fieldSchema.parse(schema.items))}`;
  if (schema.format === 'binary') return 'file';
  return [schema.type ?? 'anything'].flat().join(' or ');
}
