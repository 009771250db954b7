/**
 * Checks that the lockfile names every optional package of every platform, which `npm ci` asks for and `npm install` beside
 * an existing `node_modules` leaves out (https://github.com/npm/cli/issues/4828). Exits 1 and names what is missing.
 */
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const locked = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));
const missing = new Set(
  Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).filter((name) => !locked.has(name)),
  ),
);
for (const name of missing) {
  console.error(`${name}: missing in package-lock.json; delete node_modules, then run npm install`);
}
if (missing.size > 0) process.exit(1);
