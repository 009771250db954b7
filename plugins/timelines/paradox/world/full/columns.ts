/** A list of numbers that grows, eight bytes each. */
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
 * Numbers in the order of being met, and the place of each in that order. What a `Map` would do too; but a million of its entries
 * take several times the time and memory.
 */
export class NumberTable {
  readonly #numbers = new Column();
  /** An open hash table: places, or -1 for a free slot. */
  #slots = new Int32Array(1024).fill(-1);
  #bits = 10;

  /** The place of a number, which is the next one where it had none. */
  placeOf(number: number): number {
    const slot = this.#slotOf(number);
    const known = this.#slots[slot] ?? -1;
    if (known !== -1) return known;
    const place = this.#numbers.length;
    this.#numbers.push(number);
    this.#slots[slot] = place;
    if (2 * this.#numbers.length > this.#slots.length) this.#grow();
    return place;
  }

  get size(): number {
    return this.#numbers.length;
  }

  /** All numbers, by place. */
  numbers(): Float64Array {
    return this.#numbers.values();
  }

  /** Where a number is, or the free slot where it belongs. */
  #slotOf(number: number): number {
    const mask = this.#slots.length - 1;
    // By multiplication, since numbers given out in a row would fill slots in a row (D. Knuth, “The Art of Computer Programming”,
    // 6.4).
    let slot = Math.imul(number, 0x9e3779b1) >>> (32 - this.#bits);
    for (;;) {
      const place = this.#slots[slot] ?? -1;
      if (place === -1 || this.#numbers.at(place) === number) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    this.#bits += 1;
    this.#slots = new Int32Array(2 * this.#slots.length).fill(-1);
    for (let place = 0; place < this.#numbers.length; place += 1) this.#slots[this.#slotOf(this.#numbers.at(place))] = place;
  }
}
