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
