import type { paths } from './openapi.ts';

type Content<Operation> = Operation extends { responses: infer Responses }
  ? Responses[keyof Responses] extends { content: { 'application/json': infer Body } }
    ? Body
    : never
  : never;

/** The body that an operation answers with: `Answer<'/api/v1/records'>`, `Answer<'/v1/reschedule', 'post'>`. */
export type Answer<Path extends keyof paths, Method extends string = 'get'> = Content<
  paths[Path][Method & keyof paths[Path]]
>;
