declare const instance: unique symbol;

/**
 * A typed name for something that a plugin or provider can need: a transcriber, a store, a clock.
 * It carries the type of the thing without holding one.
 */
export interface Kind<T> {
  readonly name: string;
  /** Global, so that two copies of this package in one process still mean the same kind. */
  readonly id: symbol;
  readonly [instance]?: T;
}

/** Names a kind. `name` is what configuration and error messages call it. */
export function defineKind<T>(name: string): Kind<T> {
  return { name, id: Symbol.for(`chronoscribe.kind.${name}`) };
}

/** What a plugin or provider asks for, under names of its own choice. */
export type Needs = Readonly<Record<string, Kind<unknown>>>;

export type InstanceOf<K> = K extends Kind<infer T> ? T : never;

/** The things that answer `Needs`, under the same names. */
export type Instances<N extends Needs> = { readonly [Name in keyof N]: InstanceOf<N[Name]> };
