import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testHost } from 'chronoscribe/testing';
import { digestOf, timeNavigation } from './api-document.ts';

/** Writes `core/client/openapi.ts` from the OpenAPI document of a host: `npm run client:types`. */
const host = await testHost();
const document = timeNavigation((await host.call('GET', '/openapi.json')).json);
await host.stop();

const folder = mkdtempSync(join(tmpdir(), 'chronoscribe-'));
const [input, output] = [join(folder, 'openapi.json'), join(folder, 'openapi.ts')];
const target = join(import.meta.dirname, '..', 'openapi.ts');
writeFileSync(input, JSON.stringify(document));
// The generator needs the compiler of TypeScript 5, so it is not among the dependencies.
const packages = ['-p', 'typescript@5', '-p', 'openapi-typescript@7'];
const options = ['--immutable', '--default-non-nullable=false'];
execFileSync('npx', ['-y', ...packages, 'openapi-typescript', input, '-o', output, ...options], { stdio: 'inherit' });
const header = `// Made by openapi-typescript from the OpenAPI document of time navigation. Do not edit: npm run client:types
// Document: sha256 ${digestOf(document)}
`;
writeFileSync(target, header + readFileSync(output, 'utf8').replace(/^\/\*\*.*?\*\/\n/s, ''));
rmSync(folder, { recursive: true });
execFileSync('npx', ['biome', 'format', '--write', target], { stdio: 'inherit' });
