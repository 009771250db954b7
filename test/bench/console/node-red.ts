import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type ServerProcess, startServer } from '../server-process.ts';

/** Another console that people host themselves, of a similar kind: the editor of Node-RED. */
export interface OtherConsole {
  readonly name: string;
  readonly server: ServerProcess;
}

/** @returns why not, where npm cannot install it */
export async function startNodeRed(folder: string): Promise<OtherConsole | string> {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await promisify(execFile)('npm', ['install', '--prefix', folder, ...options, 'node-red@5'], { timeout: 300_000 });
  } catch (error) {
    return `Node-RED could not be installed: ${/npm error .*/.exec(String(error))?.[0] ?? String(error)}`;
  }
  const manifest = await readFile(`${folder}/node_modules/node-red/package.json`, 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest));
  return { name: `Node-RED ${version}`, server: await startServer('test/bench/servers/node-red.ts', [folder]) };
}
