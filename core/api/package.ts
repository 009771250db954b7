import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** This package's folder: the checkout, or where it is installed. */
export const packageFolder = dirname(require.resolve('chronoscribe/package.json'));

/** True where the sources are run, as in a checkout; false where what was built from them is. */
export const runsFromSource = extname(import.meta.filename) === '.ts';

/** What this package says of itself in its package.json. */
export const packageFile = require('chronoscribe/package.json') as {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
};

export const { version } = packageFile;

/** The path of something in the package's `config/` folder. */
export function shipped(...path: readonly string[]): string {
  return join(packageFolder, 'config', ...path);
}
