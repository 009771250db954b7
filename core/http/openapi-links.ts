import type { OpenApiOperation, OpenApiPaths as Paths } from './openapi-operation.ts';

type Schemas = Readonly<Record<string, object>>;

/**
 * Adds the links of OpenAPI to the paths of a document: from the answer of a POST to each operation that takes an id
 * which is in it. A field `…_id` is for parameters of that name. `id`, or else the first one, is for the operations
 * below the path, or below the path that reads the same object.
 *
 * @param schemas the components that responses refer to
 */
export function withLinks(paths: Paths, schemas: Schemas): Paths {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const linked = (path: string, operation: OpenApiOperation): OpenApiOperation => {
    const responses = Object.entries(operation.responses).map(([status, response]) => {
      const schema = answerSchema(response);
      if (schema === undefined || !/^20[012]$/.test(status)) return [status, response];
      const home = operations.find(({ path, method, operation: { responses } }) => {
        const [, other] = Object.entries(responses).find(([status]) => status === '200') ?? [];
        return method === 'get' && /\/\{\w+\}$/.test(path) && isSame(answerSchema(other), schema);
      });
      const below = `${home?.path.replace(/\/\{\w+\}$/, '') ?? path}/{`;
      const ids = Object.keys(propertiesOf(schema, schemas)).filter((field) => /(^|_)id$/.test(field));
      const own = ids.includes('id') ? 'id' : ids[0];
      const links = ids.flatMap((field) =>
        operations.flatMap((target) => {
          const ofItsName = field === 'id' ? undefined : field;
          const parameter = (field === own ? idBelow(target.path, below) : undefined) ?? ofItsName;
          if (parameter === undefined || !takes(target.operation, parameter)) return [];
          const { operationId } = target.operation;
          return [[operationId, { operationId, parameters: { [parameter]: `$response.body#/${field}` } }] as const];
        }),
      );
      return [status, links.length === 0 ? response : { ...response, links: Object.fromEntries(links) }];
    });
    return { ...operation, responses: Object.fromEntries(responses) };
  };
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      methods.post === undefined ? methods : { ...methods, post: linked(path, methods.post) },
    ]),
  );
}

interface Answer {
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema } };
}
interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, object>>;
}

function answerSchema(response: Answer | undefined): Schema | undefined {
  return response?.content?.['application/json']?.schema;
}

function propertiesOf({ $ref, properties = {} }: Schema, schemas: Schemas): Readonly<Record<string, object>> {
  if ($ref === undefined) return properties;
  const named: Schema | undefined = schemas[$ref.slice($ref.lastIndexOf('/') + 1)];
  return named?.properties ?? {};
}

function isSame(one: Schema | undefined, other: Schema): boolean {
  return one?.$ref !== undefined && one.$ref === other.$ref;
}

/** The parameter of a path for the id of what lies at its beginning: `id` for `/clocks/{id}` below `/clocks/{`. */
function idBelow(path: string, below: string): string | undefined {
  return path.startsWith(below) ? /^\w+/.exec(path.slice(below.length))?.[0] : undefined;
}

function takes({ parameters = [] }: OpenApiOperation, name: string): boolean {
  return parameters.some((parameter) => 'name' in parameter && parameter.name === name);
}
