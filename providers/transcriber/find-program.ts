import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join, resolve, sep } from 'node:path';

/**
 * Where a program would be started from: the first executable file of that name on the PATH, or the file itself when `program` is
 * a path. Null when there is none.
 */
export async function findProgram(program: string): Promise<string | null> {
  const isPath = program.includes('/') || program.includes(sep);
  const folders = isPath ? [''] : (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const endings = process.platform === 'win32' ? ['', ...(process.env.PATHEXT ?? '.EXE').split(';')] : [''];

  for (const folder of folders) {
    for (const ending of endings) {
      const candidate = resolve(join(folder, program + ending));
      if (await isExecutableFile(candidate)) return candidate;
    }
  }
  return null;
}

async function isExecutableFile(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    // Not there or not ours to run: either way it is not the program that is looked for.
    return false;
  }
}
