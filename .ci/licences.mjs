/**
 * Checks the licences of all packages of the lockfile, as npm's own SBOM of it declares them, against the allow-list in
 * package.json. Those for development are among them, because the console's pages are built from some. Exits 1 and names
 * each package that breaks it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { licences } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const allowed = new Set(licences.allow);

/** An SPDX expression of `AND`, `OR` and brackets, which is all that packages use. */
function isAllowed(expression) {
  const words = expression.replaceAll(/[()]/g, ' $& ').trim().split(/\s+/);
  const any = () => {
    let result = all();
    while (words[0] === 'OR') {
      words.shift();
      result = all() || result;
    }
    return result;
  };
  const all = () => {
    let result = one();
    while (words[0] === 'AND') {
      words.shift();
      result = one() && result;
    }
    return result;
  };
  const one = () => {
    const word = words.shift();
    if (word !== '(') return allowed.has(word);
    const result = any();
    words.shift();
    return result;
  };
  return any() && words.length === 0;
}

const sbom = execFileSync('npm', ['run', '--silent', 'sbom'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
  shell: process.platform === 'win32',
});
const packages = JSON.parse(sbom).components.map(({ group, name, version, licenses = [] }) => ({
  name: group === undefined ? name : `${group}/${name}`,
  version,
  licence: licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(' AND '),
}));
const exceptions = Object.keys(licences.exceptions).map((name) => new RegExp(`^${name.replaceAll('*', '.*')}$`));
const refused = packages.filter(
  ({ name, licence }) => !isAllowed(licence) && !exceptions.some((each) => each.test(name)),
);
for (const { name, version, licence } of refused) {
  console.error(`${name}@${version}: its licence "${licence || 'none'}" is not in the allow-list of package.json`);
}
if (refused.length > 0) process.exit(1);
console.log(`${packages.length} packages, all under licences of the allow-list`);
