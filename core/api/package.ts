import { createRequire } from 'node:module';
import { extname, join } from 'node:path';

/** True in a checkout, where the sources run; false in an installed package, where the built files run. */
export const runsFromSource = extname(import.meta.filename) === '.ts';

/**
 * This package's folder: the checkout, or where it is installed. By its place, since what looks for it by name must be
 * allowed to read the whole folder, and child processes are not.
 */
export const packageFolder = join(import.meta.dirname, runsFromSource ? '../..' : '../../..');

/** The package.json of this package. */
export const packageFile = createRequire(import.meta.url)(join(packageFolder, 'package.json')) as {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
};

export const { version } = packageFile;

/** The path of a file in the package's `config/` folder. */
export function shipped(...path: readonly string[]): string {
  return join(packageFolder, 'config', ...path);
}
