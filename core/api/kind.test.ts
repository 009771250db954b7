import { expect, test } from 'vitest';
import { checkInstance, defineKind } from './kind.ts';

interface Lamp {
  light(): void;
  dim(): void;
  readonly isLit: boolean;
  readonly bulb: { readonly watts: number };
  readonly colour?: string;
}

const Lamp = defineKind<Lamp>('lamp', { light: 'function', dim: 'function', isLit: 'boolean', bulb: 'object' });
const brass = { light() {}, dim() {}, isLit: true, bulb: { watts: 5 } };

class Oil implements Lamp {
  readonly bulb = { watts: 5 };
  #isLit = false;
  get isLit() {
    return this.#isLit;
  }
  light() {
    this.#isLit = true;
  }
  dim() {
    this.#isLit = false;
  }
}

test.each([
  ['an object with more than is asked for', { ...brass, wick: 1 }],
  ['one of a class with private members', new Oil()],
  ['one that answers any name', new Proxy(brass, {})],
])('%s is an instance of its kind', (_what, instance) => {
  expect(() => checkInstance(Lamp, instance)).not.toThrow();
});

const { light: _, ...dark } = brass;

test.each<readonly [what: string, returned: unknown, said: string]>([
  ['nothing', undefined, 'it provides a lamp, and returned nothing. Return the instance.'],
  ['null', null, 'it provides a lamp, and returned null. Return the instance.'],
  [
    'a method by another name',
    { ...dark, ligth() {} },
    'returned an object without the function "light" (rename "ligth").',
  ],
  ['what is no method', { ...brass, dim: 'slowly' }, 'without the function "dim" (it is "slowly").'],
  ['several members too few', { isLit: true }, 'without the function "light", the function "dim", the object "bulb".'],
  ['the class of it', Oil, 'it provides a lamp, and returned a function without the function "light"'],
])('%s is refused by what it lacks', (_what, returned, said) => {
  expect(() => checkInstance(Lamp, returned)).toThrow(said);
});

test('what stands under another name is refused by the name that is meant', () => {
  expect(() => checkInstance(Lamp, { lmap: brass }, 'lamp')).toThrow(
    'it provides a lamp, and returned nothing as "lamp". It has "lmap": rename that.',
  );
  expect(() => checkInstance(Lamp, { lamp: dark }, 'lamp')).toThrow('an object as "lamp" without the function "light"');
});

test('of a kind whose members nobody told any instance is taken', () => {
  expect(() => checkInstance(defineKind('mood'), 'glad')).not.toThrow();
});
