/** Names and list positions from the outside in: `['providers', 'transcriber', 'with', 'apiKey']`. */
export type SettingPath = readonly (string | number)[];

/** Something that settings are read from: a file, an environment variable, a command-line flag. */
export interface Source {
  /** As problems show it: `config/clinic.yaml`, `CHRONOSCRIBE_PORT`, `--port`. */
  readonly name: string;
  /** Absolute; relative paths in this source start from here. */
  readonly folder: string;
  /** Problems are reported in this order: the user's file is 0. */
  readonly order: number;
}

/** Where a setting was written. Lines and columns count from 1; only files have them. */
export interface Place {
  readonly source: Source;
  readonly line?: number;
  readonly column?: number;
}

/** One thing wrong with the configuration. */
export interface Fault {
  readonly place: Place;
  /** Empty where the fault is the whole file's. */
  readonly path: SettingPath;
  readonly message: string;
}

/** `config/clinic.yaml:9:7`, or the name of a variable or flag. */
export function showPlace({ source, line, column }: Place): string {
  return line === undefined ? source.name : `${source.name}:${line}:${column}`;
}

/** `providers.transcriber.with.command[2]`; a name of other than letters, digits, `_` and `-` is quoted. */
export function showPath(path: SettingPath): string {
  return path
    .map((name, depth) => {
      if (typeof name === 'number') return `[${name}]`;
      if (!/^[\w-]+$/.test(name)) return `[${JSON.stringify(name)}]`;
      return depth === 0 ? name : `.${name}`;
    })
    .join('');
}
