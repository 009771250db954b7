import { checkDefinition, name as text } from './definition.ts';

declare const instance: unique symbol;

/**
 * A typed name for something that a plugin or provider can need: a transcriber, a store, a clock. It carries the type
 * `T` at compile time only.
 */
export interface Kind<T> {
  readonly name: string;
  /** Registered globally, so that two copies of this package in one process agree on it. */
  readonly id: symbol;
  readonly [instance]?: T;
}

/**
 * A kind, usually exported under the name of its interface.
 *
 * @param name the name in configuration and error messages: lower-case words joined by `-`
 * @returns the kind; two kinds of the same name are the same kind
 * @example
 * ```ts
 * export interface Thermometer {
 *   readCelsius(): Promise<number>;
 * }
 * export const Thermometer = defineKind<Thermometer>('thermometer');
 * ```
 */
export function defineKind<T>(name: string): Kind<T> {
  checkDefinition('the name of a kind', text, name);
  return { name, id: Symbol.for(`chronoscribe.kind.${name}`) };
}

/** The kinds that a plugin or provider needs, under names of its own choice. */
export type Needs = Readonly<Record<string, Kind<unknown>>>;

/** What a provider of a kind implements: `InstanceOf<typeof Store>` is `Store`. */
export type InstanceOf<K> = K extends Kind<infer T> ? T : never;

/** The instances that answer `Needs`, under the same names. */
export type Instances<N extends Needs> = { readonly [Name in keyof N]: InstanceOf<N[Name]> };
