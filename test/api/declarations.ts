import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'rolldown/utils';

/** A name of the API: what is declared by it, without comments, and whether something says what it is. */
export interface Declared {
  readonly text: string;
  readonly isDocumented: boolean;
  readonly isValue: boolean;
}

/** The public names of a module, and what their signatures name beside. */
export interface Api {
  readonly exported: ReadonlyMap<string, Declared>;
  /** The declarations that an exported one rests on and that no caller can name, by name and place. */
  readonly reached: ReadonlyMap<string, Declared>;
}

/** A node of the ESTree that the parser returns, whose members depend on its type. */
type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>;

interface Comment {
  readonly type: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A declaration file: what it declares and imports, by local name, and what it exports, by exported name. */
interface Module {
  readonly source: string;
  readonly comments: readonly Comment[];
  readonly declared: ReadonlyMap<string, readonly Node[]>;
  readonly links: ReadonlyMap<string, Link>;
  readonly exported: ReadonlyMap<string, Link>;
  readonly starred: readonly string[];
}

/** A name of a module; without `from`, of this one. */
interface Link {
  readonly name: string;
  readonly from: string | undefined;
}

interface Place {
  readonly path: string;
  readonly name: string;
}

/**
 * Reads what modules export from the declaration files that the compiler wrote.
 *
 * @param entryOf the declaration file of a specifier of this package; undefined for another package's
 */
export function declarationReader(entryOf: (specifier: string) => string | undefined) {
  const modules = new Map<string, Module>();
  const moduleAt = (path: string): Module => {
    const known = modules.get(path) ?? readModule(path);
    modules.set(path, known);
    return known;
  };
  const fileOf = (from: string, specifier: string): string | undefined => {
    if (!specifier.startsWith('.')) return entryOf(specifier);
    const path = join(dirname(from), specifier).replace(/\.[jt]s$/, '.d.ts');
    return existsSync(path) ? path : undefined;
  };
  /** Where an exported name is declared; undefined if in another package. */
  const placeOf = (path: string, exported: string): Place | undefined => {
    const module = moduleAt(path);
    const link = module.exported.get(exported);
    if (link !== undefined) return localPlace(path, link);
    for (const specifier of module.starred) {
      const file = fileOf(path, specifier);
      const found = file === undefined ? undefined : placeOf(file, exported);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const localPlace = (path: string, { name, from }: Link): Place | undefined => {
    if (from !== undefined) {
      const file = fileOf(path, from);
      return file === undefined ? undefined : placeOf(file, name);
    }
    if (moduleAt(path).declared.has(name)) return { path, name };
    const imported = moduleAt(path).links.get(name);
    return imported === undefined ? undefined : localPlace(path, imported);
  };
  const namesOf = (path: string): readonly string[] => {
    const { exported, starred } = moduleAt(path);
    const files = starred.flatMap((specifier) => fileOf(path, specifier) ?? []);
    return [...new Set([...exported.keys(), ...files.flatMap(namesOf)])];
  };
  const declaredAt = ({ path, name }: Place): Declared => {
    const module = moduleAt(path);
    const nodes = module.declared.get(name) ?? [];
    return {
      text: nodes.map((node) => textOf(module, node)).join('\n'),
      isDocumented: nodes.some((node) => isDocumented(module, node)),
      isValue: nodes.some(({ type }) => !/^TS(Interface|TypeAlias)/.test(type)),
    };
  };
  const namedBy = ({ path, name }: Place): readonly Place[] => {
    const links = (moduleAt(path).declared.get(name) ?? []).flatMap(linksIn);
    return links.flatMap((link) => localPlace(path, link) ?? []);
  };

  return {
    /**
     * @param known places that another entry exports, which are not `reached`
     * @param reaches whether to go into a file
     */
    apiOf(entry: string, known: ReadonlySet<string>, reaches: (path: string) => boolean): Api {
      const places = namesOf(entry).map((name) => [name, placeOf(entry, name)] as const);
      const exported = new Map(
        places.map(([name, place]) => [name, place === undefined ? foreign(name) : declaredAt(place)] as const),
      );
      const reached = new Map<string, Declared>();
      const waiting = places.flatMap(([, place]) => place ?? []);
      for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
        for (const named of namedBy(place)) {
          const key = keyOf(named);
          if (known.has(key) || reached.has(key) || !reaches(named.path)) continue;
          reached.set(key, declaredAt(named));
          waiting.push(named);
        }
      }
      return { exported, reached };
    },
    /** The keys of what an entry exports. */
    keysOf: (entry: string): readonly string[] =>
      namesOf(entry).flatMap((name) => {
        const place = placeOf(entry, name);
        return place === undefined ? [] : [keyOf(place)];
      }),
  };
}

const keyOf = ({ path, name }: Place): string => `${name} ${path}`;

const foreign = (name: string): Declared => ({ text: `export { ${name} };`, isDocumented: true, isValue: true });

function readModule(path: string): Module {
  const source = readFileSync(path, 'utf8');
  const { program, comments, errors } = parseSync(path, source, { lang: 'dts' });
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const declared = new Map<string, Node[]>();
  const links = new Map<string, Link>();
  const exported = new Map<string, Link>();
  const starred: string[] = [];
  const declare = (node: Node, statement: Node): readonly string[] =>
    declaredNames(node).map((name) => {
      declared.set(name, [...(declared.get(name) ?? []), { ...node, start: statement.start, end: statement.end }]);
      return name;
    });
  for (const statement of nodesIn(program.body)) {
    const from = nodesIn(statement.source)[0]?.value;
    const specifier = typeof from === 'string' ? from : undefined;
    const [declaration] = nodesIn(statement.declaration);
    switch (statement.type) {
      case 'ImportDeclaration':
        for (const each of nodesIn(statement.specifiers))
          links.set(nameIn(each.local), { name: nameIn(each.imported) || 'default', from: specifier });
        break;
      case 'ExportNamedDeclaration':
        for (const each of nodesIn(statement.specifiers))
          exported.set(nameIn(each.exported), { name: nameIn(each.local), from: specifier });
        if (declaration !== undefined)
          for (const name of declare(declaration, statement)) exported.set(name, { name, from: undefined });
        break;
      case 'ExportAllDeclaration':
        if (specifier !== undefined) starred.push(specifier);
        break;
      case 'ExportDefaultDeclaration':
        exported.set('default', { name: nameIn(statement.declaration), from: undefined });
        break;
      default:
        declare(statement, statement);
    }
  }
  return { source, comments, declared, links, exported, starred };
}

function declaredNames(node: Node): readonly string[] {
  if (node.type === 'VariableDeclaration') return nodesIn(node.declarations).map(({ id }) => nameIn(id));
  const name = nameIn(node.id);
  return name === '' ? [] : [name];
}

/** What a declaration names in its types: local names, and names of modules that it imports in place. */
function linksIn(node: Node): readonly Link[] {
  const qualifier = nameIn(node.qualifier);
  const module = nodesIn(node.source)[0]?.value;
  const here: readonly Link[] =
    node.type === 'TSImportType' && typeof module === 'string'
      ? [{ name: qualifier, from: module }]
      : ['typeName', 'exprName', 'expression', 'superClass'].flatMap((member) => {
          const name = nameIn(node[member]);
          return name === '' ? [] : [{ name, from: undefined }];
        });
  return [...here, ...Object.values(node).flatMap(nodesIn).flatMap(linksIn)];
}

/** The name of an identifier, or the first of a qualified one. */
function nameIn(value: unknown): string {
  const [node] = nodesIn(value);
  if (node?.type === 'TSQualifiedName') return nameIn(node.left);
  const name = node?.name ?? (node?.type === 'Literal' ? node.value : '');
  return typeof name === 'string' ? name : '';
}

function nodesIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return isNode(value) ? [value] : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Whether a comment for authors stands right before it. */
function isDocumented({ source, comments }: Module, { start }: Node): boolean {
  return comments.some(
    ({ type, value, end }) =>
      type === 'Block' && value.startsWith('*') && end <= start && source.slice(end, start).trim() === '',
  );
}

/** A declaration as it is written, without comments. */
function textOf({ source, comments }: Module, { start, end }: Node): string {
  const inside = comments.filter((comment) => comment.start >= start && comment.end <= end);
  const pieces = [...inside, { start: end, end }].map(({ start: until }, at) =>
    source.slice(at === 0 ? start : inside[at - 1]?.end, until),
  );
  return pieces
    .join('')
    .replace(/[ \t]*\n(\s*\n)*/g, '\n')
    .trim();
}
