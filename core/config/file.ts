import { readFileSync, statSync } from 'node:fs';
import type { Source } from './place.ts';
import type { Environment } from './references.ts';
import { parseYaml } from './yaml.ts';
import type { SettingsRead } from './yaml-settings.ts';

const maximumBytes = 1024 * 1024;

/** Reads the file at the absolute `path`, which problems call by the name of `source`. An empty file holds no settings. */
export function readSettings(path: string, source: Source, environment: Environment): SettingsRead {
  const read = readText(path);
  if ('text' in read) return parseYaml(read.text, source, environment);
  return { root: undefined, faults: [{ place: { source, ...read.position }, path: [], message: read.fault }] };
}

type TextRead = { readonly text: string } | { readonly fault: string; readonly position?: { line: number; column: number } };

function readText(path: string): TextRead {
  try {
    const { size } = statSync(path);
    if (size > maximumBytes) return { fault: 'the file is larger than 1 MiB; a configuration is not' };
    return decode(readFileSync(path));
  } catch (error) {
    return { fault: unreadable(error) };
  }
}

function decode(bytes: Buffer): TextRead {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const before = new TextDecoder('utf-8').decode(bytes).split('\uFFFD', 1).join('').split('\n');
    const position = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    return { fault: 'the file is not UTF-8 text from here on; save it as UTF-8', position };
  }
}

function unreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'there is no such file';
    case 'EISDIR':
      return 'this is a folder; name the YAML file in it';
    case 'EACCES':
    case 'EPERM':
      return 'the file may not be read by the user that Chronoscribe runs as; change its permissions';
    default:
      return `the file cannot be read (${code})`;
  }
}
