import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testHost } from 'chronoscribe/testing';
import { type ApiDocument, calledOperations, digestOf, parseDocument, timeNavigation } from './api-document.ts';
import { consoleSources } from './console-sources.ts';

/**
 * Writes the types of the client, and those of the console, from the OpenAPI document of a host:
 * `npm run client:types`.
 */
const host = await testHost();
const document = parseDocument((await host.call('GET', '/openapi.json')).json);
await host.stop();

const house = join(import.meta.dirname, '../../..');
writeTypes(join(house, 'core/client/openapi.ts'), timeNavigation(document), 'time navigation', ['--immutable']);
// openapi-fetch takes a readonly array for an object where it looks for fields that are only read.
writeTypes(
  join(house, 'plugins/console/web/src/shared/openapi.ts'),
  calledOperations(document, await consoleSources()),
  'a host',
  [],
);

function writeTypes(target: string, described: ApiDocument, name: string, style: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'chronoscribe-'));
  const [input, output] = [join(folder, 'openapi.json'), join(folder, 'openapi.ts')];
  writeFileSync(input, JSON.stringify(described));
  // The generator needs the compiler of TypeScript 5, so it is not among the dependencies.
  const packages = ['-p', 'typescript@5', '-p', 'openapi-typescript@7'];
  const options = [...style, '--default-non-nullable=false'];
  execFileSync('npx', ['-y', ...packages, 'openapi-typescript', input, '-o', output, ...options], { stdio: 'inherit' });
  const header = `// Made by openapi-typescript from the OpenAPI document of ${name}. Do not edit: npm run client:types
// Document: sha256 ${digestOf(described)}
`;
  writeFileSync(target, header + withoutAbsence(readFileSync(output, 'utf8')));
  rmSync(folder, { recursive: true });
  execFileSync('npx', ['biome', 'format', '--write', target], { stdio: 'inherit' });
}

/** Drops the generator's banner, and what it says of parts that an operation does not have: nothing reads it. */
function withoutAbsence(types: string): string {
  return types
    .replace(/^\/\*\*.*?\*\/\n/s, '')
    .replace(/\n +(readonly )?(get|put|post|delete|options|head|patch|trace|header|cookie)\?: never;/g, '')
    .replace(/\n +(readonly )?headers: \{\s+(readonly )?\[name: string\]: unknown;\s+\};/g, '')
    .replace(
      /\n +(readonly )?parameters: \{(\s+(readonly )?\w+\?: never;)*\s+\};(?!\s+(readonly )?(requestBody|responses))/g,
      '',
    );
}
