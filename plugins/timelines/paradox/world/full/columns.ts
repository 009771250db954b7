/** A growing array of numbers, eight bytes each. */
export class Column {
  #values = new Float64Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const longer = new Float64Array(2 * this.#length);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  at(place: number): number {
    return this.#values[place] ?? Number.NaN;
  }

  /** The numbers so far. */
  values(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}

/** Columns by name. */
export function createColumns<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, Column>> {
  // The boundary where `Object.fromEntries` loses the type of the keys.
  return Object.fromEntries(names.map((name) => [name, new Column()])) as Record<Name, Column>;
}

/** The numbers so far of each column. */
export function valuesOf<Name extends string>(columns: Readonly<Record<Name, Column>>): Record<Name, Float64Array> {
  const entries = Object.entries<Column>(columns).map(([name, column]) => [name, column.values()]);
  return Object.fromEntries(entries) as Record<Name, Float64Array>;
}

/** How many numbers that follow each other share a page of a dictionary, and for how many pages it has places. */
const pageSize = 4_096;
const pageCount = 4_096;

/**
 * Dictionary encoding for numbers: each distinct number has a code, from 0 in the order of appearance. Those of one
 * timeline lie close to each other, so pages have their codes; a `Map` of a million entries would take several times the
 * time and memory, and a hash table spreads what is looked for together.
 */
export class NumberDictionary {
  readonly #numbers = new Column();
  /** The code plus 1 of each number, from `#least` on; 0 for none. */
  readonly #pages = Array.from({ length: pageCount }, (): Int32Array | undefined => undefined);
  #least = 0;
  /** The code of each number that lies in no page. */
  readonly #others = new Map<number, number>();

  /** The code of a number; a new number is given the next one. */
  codeOf(number: number): number {
    // Most come after the first, some before.
    if (this.#numbers.length === 0) this.#least = number - (pageCount / 4) * pageSize;
    const place = number - this.#least;
    if (place < 0 || place >= pageCount * pageSize) return this.#codeOfOther(number);
    const page = this.#pageOf(Math.floor(place / pageSize));
    const known = page[place % pageSize] ?? 0;
    if (known !== 0) return known - 1;
    page[place % pageSize] = this.#numbers.length + 1;
    return this.#add(number);
  }

  /** All numbers, by code. */
  numbers(): Float64Array {
    return this.#numbers.values();
  }

  #pageOf(index: number): Int32Array {
    const known = this.#pages[index];
    if (known !== undefined) return known;
    const page = new Int32Array(pageSize);
    this.#pages[index] = page;
    return page;
  }

  #codeOfOther(number: number): number {
    const known = this.#others.get(number);
    if (known !== undefined) return known;
    this.#others.set(number, this.#numbers.length);
    return this.#add(number);
  }

  #add(number: number): number {
    this.#numbers.push(number);
    return this.#numbers.length - 1;
  }
}
