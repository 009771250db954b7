import { type Fault, type Place, type SettingPath, showPath, showPlace } from './place.ts';
import { placeOf, type Setting, settingAt, variablesIn } from './setting.ts';

/** The configuration cannot be used. The message is the whole report. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Collects all that is wrong with the configuration, so that it can be said at once and in the order of the file. */
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

  /** Adds a problem with the setting at `path`, or with the settings around it where nothing is written there. */
  add(path: SettingPath, message: string): void {
    this.#add('value', path, message);
  }

  /** Adds a problem with the last name of `path` itself: nobody knows it. */
  addName(path: SettingPath, message: string): void {
    this.#add('name', path, message);
  }

  /** Adds a problem with an environment variable that no setting holds. */
  addVariable(name: string, message: string): void {
    this.#faults.push({ place: { source: { name, folder: '', order: 2 } }, path: [], message });
  }

  /** Every problem as two lines: where, then what. */
  report(): string {
    const texts = this.#faults.toSorted((one, other) => order(one.place, other.place)).map(inTwoLines);
    return [...new Set(texts)].join('\n');
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

function order(one: Place, other: Place): number {
  return one.source.order - other.source.order || (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);
}

function inTwoLines({ place, path, message }: Fault): string {
  const where = [showPlace(place), showPath(path)].filter((part) => part !== '').join('  ');
  return `${where}\n    ${message.replaceAll('\n', '\n    ')}`;
}

/** Shorter values are ordinary words and numbers, and would tear holes in the message. */
const shortestSecret = 6;

/** A message may repeat a value that came from the environment: it is shown as the reference that was written instead. */
function withoutSecrets(message: string, setting: Setting): string {
  return variablesIn(setting)
    .filter(({ value }) => value.length >= shortestSecret)
    .flatMap(({ name, value }) => [value, JSON.stringify(value).slice(1, -1)].map((shown) => ({ name, shown })))
    .reduce((text, { name, shown }) => text.replaceAll(shown, () => `\${${name}}`), message);
}
