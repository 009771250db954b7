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

/**
 * Dictionary encoding for numbers: each distinct number has a code, from 0 in the order of appearance. A `Map` of a
 * million entries would take several times the time and memory.
 */
export class NumberDictionary {
  readonly #numbers = new Column();
  /** An open-addressing hash table of codes; -1 marks a free slot. */
  #slots = new Int32Array(1024).fill(-1);
  #bits = 10;

  /** The code of a number; a new number is given the next one. */
  codeOf(number: number): number {
    const slot = this.#slotOf(number);
    const known = this.#slots[slot] ?? -1;
    if (known !== -1) return known;
    const code = this.#numbers.length;
    this.#numbers.push(number);
    this.#slots[slot] = code;
    if (2 * this.#numbers.length > this.#slots.length) this.#grow();
    return code;
  }

  get size(): number {
    return this.#numbers.length;
  }

  /** All numbers, by code. */
  numbers(): Float64Array {
    return this.#numbers.values();
  }

  /** The slot of a number, or the free slot where it belongs. */
  #slotOf(number: number): number {
    const mask = this.#slots.length - 1;
    // Multiplicative hashing, because consecutive numbers would fill consecutive slots (D. Knuth, “The Art of Computer
    // Programming”, volume 3, section 6.4).
    let slot = Math.imul(number, 0x9e3779b1) >>> (32 - this.#bits);
    for (;;) {
      const code = this.#slots[slot] ?? -1;
      if (code === -1 || this.#numbers.at(code) === number) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    this.#bits += 1;
    this.#slots = new Int32Array(2 * this.#slots.length).fill(-1);
    for (let code = 0; code < this.#numbers.length; code += 1) this.#slots[this.#slotOf(this.#numbers.at(code))] = code;
  }
}
