import type { paths } from './openapi.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** The paths that have a method. */
export type PathOf<Of extends Method> = {
  [Path in keyof paths]: Of extends keyof paths[Path] ? Path : never;
}[keyof paths];
export type Operation<Path extends keyof paths, Of extends Method> = paths[Path][Of & keyof paths[Path]];
type Json<Of> = Of extends { content: { 'application/json': infer Body } } ? Body : never;
/** What may be left out may be undefined too: it is not sent then. */
type Loose<Fields> = { [Name in keyof Fields]: Fields[Name] | (undefined extends Fields[Name] ? undefined : never) };
type Part<Of, Name extends string> = Of extends { parameters: { [Each in Name]?: infer Fields } }
  ? [NonNullable<Fields>] extends [never]
    ? unknown
    : Loose<NonNullable<Fields>>
  : unknown;
type BodyPart<Body> = [Body] extends [never]
  ? unknown
  : object extends Body
    ? { body?: Loose<Body> }
    : { body: Loose<Body> };
type BodyOf<Of> = Of extends { requestBody?: infer Body } ? Json<NonNullable<Body>> : never;
export type Fields<Of> = Part<Of, 'path'> & Part<Of, 'query'> & BodyPart<BodyOf<Of>>;

/** What an operation takes as JSON: `Body<'/api/v1/transcripts/{id}', 'patch'>`. */
export type Body<Path extends keyof paths, Of extends Method> = BodyOf<Operation<Path, Of>>;
/** What an operation answers with: `Answer<'/api/v1/records'>`, `Answer<'/v1/reschedule', 'post'>`. */
export type Answer<Path extends keyof paths, Of extends Method = 'get'> =
  Operation<Path, Of> extends { responses: infer Responses } ? Json<Responses[keyof Responses]> : never;
