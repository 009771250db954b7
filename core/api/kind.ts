import { z } from 'zod';
import { checkDefinition, shown, name as text } from './definition.ts';
import { nearest } from './text.ts';

declare const instance: unique symbol;

/** What `typeof` says of a value. */
type TypeName<V> = V extends (...given: never[]) => unknown ? 'function' : V extends boolean ? 'boolean' : 'object';

/** What `typeof` says of each member that every instance has. */
type Members<T> = { readonly [Name in keyof T as undefined extends T[Name] ? never : Name]: TypeName<T[Name]> };

/**
 * A typed name for something that a plugin or provider can need: a transcriber, a store, a clock. It carries the type
 * `T` at compile time only.
 */
export interface Kind<T> {
  readonly name: string;
  /** Registered globally, so that two copies of this package in one process agree on it. */
  readonly id: symbol;
  /** What `typeof` says of each member that every instance has; undefined: nobody checks them. */
  readonly members?: Readonly<Record<string, string>> | undefined;
  readonly [instance]?: T;
}

/**
 * A kind, usually exported under the name of its interface.
 *
 * @param name the name in configuration and error messages: lower-case words joined by `-`
 * @param members what `typeof` says of each member, so that an instance which lacks one is refused, by its name
 * @returns the kind; two kinds of the same name are the same kind
 * @example
 * ```ts
 * export interface Thermometer {
 *   readCelsius(): Promise<number>;
 * }
 * export const Thermometer = defineKind<Thermometer>('thermometer', { readCelsius: 'function' });
 * ```
 */
export function defineKind<T>(name: string, members?: Members<T>): Kind<T> {
  checkDefinition('the name of a kind', text, name);
  checkDefinition(`kind "${name}"`, memberTypes, members);
  return { name, id: Symbol.for(`chronoscribe.kind.${name}`), members };
}

const memberTypes = z.record(z.string(), z.enum(['function', 'boolean', 'object'])).optional();

/** What a provider or a plugin has returned is no instance of a kind. */
export class InstanceError extends Error {}

/**
 * Refuses what a provider or a plugin has returned if it is no instance of a kind.
 *
 * @param as the name under which it should have been returned; default: it is the instance itself
 * @throws InstanceError that names what is missing, and what was probably meant
 */
export function checkInstance({ name, members = {} }: Kind<unknown>, returned: unknown, as?: string): void {
  const given = as === undefined ? returned : memberOf(returned, as);
  const place = as === undefined ? '' : ` as "${as}"`;
  if (given === undefined || given === null) {
    const meant = as === undefined ? undefined : nearest(as, namesOf(returned));
    const rename = meant === undefined ? '' : ` It has "${meant}": rename that.`;
    const instance = `Return the instance${as === undefined ? '' : ' under that name'}.`;
    throw new InstanceError(`it provides a ${name}, and returned ${shown(given)}${place}.${rename || ` ${instance}`}`);
  }
  const lacking = Object.entries(members).filter(([member, type]) => typeof memberOf(given, member) !== type);
  if (lacking.length === 0) return;
  const others = namesOf(given).filter((other) => members[other] === undefined);
  const said = lacking.map(([member, type]) => {
    const value = memberOf(given, member);
    const meant = value === undefined ? nearest(member, others) : undefined;
    const hint = meant === undefined ? value !== undefined && ` (it is ${shown(value)})` : ` (rename "${meant}")`;
    return `the ${type} "${member}"${hint || ''}`;
  });
  throw new InstanceError(`it provides a ${name}, and returned ${shown(given)}${place} without ${said.join(', ')}.`);
}

const memberOf = (of: unknown, name: string): unknown =>
  of === undefined || of === null ? undefined : (of as Readonly<Record<string, unknown>>)[name];

/** Also those of its class. */
function namesOf(of: unknown): readonly string[] {
  if (typeof of !== 'object' || of === null || of === Object.prototype) return [];
  return [...Object.getOwnPropertyNames(of), ...namesOf(Object.getPrototypeOf(of))];
}

/** The kinds that a plugin or provider needs, under names of its own choice. */
export type Needs = Readonly<Record<string, Kind<unknown>>>;

/** What a provider of a kind implements: `InstanceOf<typeof Store>` is `Store`. */
export type InstanceOf<K> = K extends Kind<infer T> ? T : never;

/** The instances that answer `Needs`, under the same names. */
export type Instances<N extends Needs> = { readonly [Name in keyof N]: InstanceOf<N[Name]> };
