import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** This package's folder: the checkout, or where it is installed. */
export const packageFolder = dirname(require.resolve('chronoscribe/package.json'));

/** True in a checkout, where the sources run; false in an installed package, where the built files run. */
export const runsFromSource = extname(import.meta.filename) === '.ts';

/** The package.json of this package. */
export const packageFile = require('chronoscribe/package.json') as {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
};

export const { version } = packageFile;

/** The path of a file in the package's `config/` folder. */
export function shipped(...path: readonly string[]): string {
  return join(packageFolder, 'config', ...path);
}
