import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Of 0 to 11. The highest would take seconds for a large file, which is compressed when it is first asked for. */
const brotliQuality = 9;

const encodings = {
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (body: Uint8Array) => promisify(gzip)(body),
  identity: async (body: Uint8Array) => body,
} as const;
type Encoding = keyof typeof encodings;

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

/**
 * Serves the files below a folder, compressed as the client accepts. The names are read from the folder, so that no path
 * of a request leads out of it; they are read anew when the application was built anew.
 *
 * @returns what answers a request for a path with `/`, as in a URL: undefined if there is no such file
 */
export function openFileTree(folder: string) {
  let tree: { readonly builtAt: number; readonly files: ReadonlyMap<string, LoadedFile> } | undefined;
  return async (path: string, request: Headers): Promise<Response | undefined> => {
    const builtAt = await stat(join(folder, 'index.html')).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (builtAt === undefined) return undefined;
    if (tree?.builtAt !== builtAt) tree = { builtAt, files: await listFiles(folder) };
    const found = tree.files.get(path);
    return found && serve(path, found, request);
  };
}

async function listFiles(folder: string): Promise<ReadonlyMap<string, LoadedFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [relative(folder, path).split(sep).join('/'), loadedFile(path)]));
}

/** A file, read and compressed when it is first asked for. */
type LoadedFile = ReturnType<typeof loadedFile>;

function loadedFile(path: string) {
  const loaded = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return (encoding: Encoding) => {
    const content =
      loaded.get(encoding) ??
      readFile(path)
        .then(encodings[encoding])
        .then((made) => new Uint8Array(made));
    loaded.set(encoding, content);
    return content;
  };
}

/** Serves a file of another folder, as it is now: its author changes it while the host runs. */
export const serveFile = (path: string, request: Headers): Promise<Response> => serve(path, loadedFile(path), request);

async function serve(path: string, content: LoadedFile, request: Headers): Promise<Response> {
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
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
}

function acceptedEncoding(request: Headers): Encoding {
  const accepted = request.get('accept-encoding') ?? '';
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}
