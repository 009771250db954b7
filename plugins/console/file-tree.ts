import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compress = {
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (body: Uint8Array) => promisify(gzip)(body),
} as const;

/** Of 0 to 11. The highest would take seconds for a large file, which is compressed when it is first asked for. */
const brotliQuality = 9;

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

const compressible = /^(text|image\/svg|application\/(json|manifest|wasm))/;

/** A file as a response. */
export interface ServedFile {
  readonly status: 200 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

/** The files of a built web application. */
export interface FileTree {
  /** @param path with `/`, as in a URL @returns undefined if there is no such file */
  file(path: string, request: Headers): Promise<ServedFile | undefined>;
}

/**
 * Serves the files below a folder, compressed as the client accepts. The names are read from the folder, so that no path
 * of a request leads out of it; they are read anew when the application was built anew.
 */
export function openFileTree(folder: string): FileTree {
  let tree: { readonly builtAt: number; readonly files: ReadonlyMap<string, LoadedFile> } | undefined;
  const current = async () => {
    const builtAt = await stat(join(folder, 'index.html')).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (builtAt === undefined) return undefined;
    if (tree?.builtAt !== builtAt) tree = { builtAt, files: await listFiles(folder) };
    return tree.files;
  };
  return {
    async file(path, request) {
      const files = await current();
      const found = files?.get(path);
      return found && serve(path, found, request);
    },
  };
}

/** A file, read and compressed when it is first asked for. */
interface LoadedFile {
  content(encoding: 'br' | 'gzip' | 'identity'): Promise<Uint8Array<ArrayBuffer>>;
}

async function listFiles(folder: string): Promise<ReadonlyMap<string, LoadedFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    paths.map((path) => {
      const name = path.slice(folder.length + 1);
      return [name.split(sep).join('/'), loadedFile(path)] as const;
    }),
  );
}

function loadedFile(path: string): LoadedFile {
  const loaded = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const load = async (encoding: 'br' | 'gzip' | 'identity') => {
    const body = await readFile(path);
    return new Uint8Array(encoding === 'identity' ? body : await compress[encoding](body));
  };
  return {
    content(encoding) {
      const made = loaded.get(encoding) ?? load(encoding);
      loaded.set(encoding, made);
      return made;
    },
  };
}

/** Serves a file of another folder, as it is now: its author changes it while the host runs. */
export const serveFile = (path: string, request: Headers): Promise<ServedFile> =>
  serve(path, loadedFile(path), request);

async function serve(path: string, { content }: LoadedFile, request: Headers): Promise<ServedFile> {
  const type = mediaTypes[extname(path)] ?? 'application/octet-stream';
  const encoding = compressible.test(type) ? acceptedEncoding(request) : 'identity';
  const body = await content(encoding);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'content-type': type,
    vary: 'Accept-Encoding',
    etag,
    // The build puts a hash of the content into the names below assets/.
    'cache-control': path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
  const isKnown = request.get('if-none-match')?.includes(etag) ?? false;
  return isKnown ? { status: 304, headers, body: null } : { status: 200, headers, body };
}

function acceptedEncoding(request: Headers): 'br' | 'gzip' | 'identity' {
  const accepted = request.get('accept-encoding') ?? '';
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}
