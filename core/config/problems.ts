import { type Place, placeOf, type Setting, type SettingPath, settingAt, variablesIn } from './settings.ts';

/** One thing that is wrong with the configuration, or with an automation that is written like one of it. */
export interface Fault {
  readonly place: Place;
  /** Empty if the fault concerns the whole file. */
  readonly path: SettingPath;
  readonly message: string;
}

/** The configuration cannot be used. The message is the whole report. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Collects everything that is wrong with the configuration, to report it at once and in the order of the file. */
export class ConfigurationProblems {
  readonly #root: Setting;
  readonly #faults: Fault[];

  constructor(root: Setting, faults: readonly Fault[] = []) {
    this.#root = root;
    this.#faults = [...faults];
  }

  get count(): number {
    return this.#faults.length;
  }

  get faults(): readonly Fault[] {
    return this.#faults;
  }

  /** Adds a problem with the setting at `path`, or with the settings around it if nothing is written there. */
  add(path: SettingPath, message: string): void {
    this.#add('value', path, message);
  }

  /** Adds a problem with the last name of `path` itself: it is unknown. */
  addName(path: SettingPath, message: string): void {
    this.#add('name', path, message);
  }

  /** Adds a problem with an environment variable that no setting holds. */
  addVariable(name: string, message: string): void {
    this.#faults.push({ place: { source: { name, folder: '', order: 2 } }, path: [], message });
  }

  /** All problems, each as two lines: where, then what. */
  report(): string {
    const texts = this.#faults.toSorted(({ place: one }, { place: other }) => {
      const bySource = one.source.order - other.source.order;
      return bySource || (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);
    });
    return [...new Set(texts.map(format))].join('\n');
  }

  /** Throws a `ConfigurationError` with the report if there is any problem. */
  throwIfAny(): void {
    if (this.#faults.length > 0) throw new ConfigurationError(this.report());
  }

  #add(at: 'value' | 'name', path: SettingPath, message: string): void {
    const setting = settingAt(this.#root, path);
    const place = placeOf(this.#root, path, at);
    this.#faults.push({ place, path, message: setting ? withoutSecrets(message, setting) : message });
  }
}

function format({ place: { source, line, column }, path, message }: Fault): string {
  // `config/clinic.yaml:9:7`, or the name of a variable or flag.
  const place = line === undefined ? source.name : `${source.name}:${line}:${column}`;
  const where = [place, formatPath(path)].filter((part) => part !== '').join('  ');
  return `${where}\n    ${message.replaceAll('\n', '\n    ')}`;
}

/**
 * `providers.transcriber.with.command[2]`; names with other characters than letters, digits, `_` and `-` are quoted.
 */
function formatPath(path: SettingPath): string {
  return path
    .map((name, depth) => {
      if (typeof name === 'number') return `[${name}]`;
      if (!/^[\w-]+$/.test(name)) return `[${JSON.stringify(name)}]`;
      return depth === 0 ? name : `.${name}`;
    })
    .join('');
}

/** Shorter values are ordinary words and numbers; hiding them would garble the message. */
const minSecretLength = 6;

/** A message may repeat a value from the environment. The reference that was written is shown instead. */
function withoutSecrets(message: string, setting: Setting): string {
  return variablesIn(setting)
    .filter(({ value }) => value.length >= minSecretLength)
    .flatMap(({ name, value }) => [value, JSON.stringify(value).slice(1, -1)].map((shown) => ({ name, shown })))
    .reduce((text, { name, shown }) => text.replaceAll(shown, () => `\${${name}}`), message);
}
