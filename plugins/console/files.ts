import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Problem, type Route } from 'chronoscribe';
import { protocolRoute } from 'chronoscribe/host';

/**
 * What a page of the console may do: load its own files, call this host, record. Scripts come from files alone. Styles
 * may be inline, because the components set sizes and positions as `style` attributes; a style runs no code.
 */
const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
};

const notBuilt = `<!doctype html>
<html lang="en">
<title>Chronoscribe</title>
<h1>The console is not built</h1>
<p>Run <code>npm install</code>, or <code>npm run build:console</code>, in the folder of Chronoscribe and reload this page.
<p>The services run: their documentation is at <a href="/docs">/docs</a>.
</html>
`;

/**
 * The files of the web application, and the modules of plugins by their paths. Every other path below `/console/` is
 * one of its screens.
 */
export function consoleFiles(modules: ReadonlyMap<string, URL>): readonly Route[] {
  const tree = openFileTree(join(import.meta.dirname, 'web', 'dist'));
  const redirect = (path: string): Route =>
    protocolRoute({
      method: 'GET',
      path,
      summary: 'Go to the console',
      status: 302,
      documented: false,
      serve: async () => new Response(null, { status: 302, headers: { location: '/console/' } }),
    });
  return [
    redirect('/'),
    redirect('/console'),
    protocolRoute({
      method: 'GET',
      path: '/console/{path...}',
      summary: 'Load the console',
      status: 200,
      documented: false,
      serve: async ({ request }) => {
        const path = new URL(request.url).pathname.slice('/console/'.length);
        const module = modules.get(path);
        const own = await (module === undefined
          ? tree(path, request.headers)
          : serveFile(fileURLToPath(module), request.headers));
        if (own === undefined && /^(assets|modules)\//.test(path)) {
          // Of a page that was loaded before an update: it needs a script, not a page in place of it.
          throw new Problem('not-found', { detail: 'This file is of another version. Reload the page.' });
        }
        const file = own ?? (await tree('index.html', request.headers)) ?? new Response(notBuilt, { headers: html });
        for (const [name, value] of Object.entries(pageHeaders)) file.headers.set(name, value);
        return file;
      },
    }),
  ];
}

const html = { 'content-type': 'text/html; charset=utf-8' };

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
  '.svg': 'image/svg+xml',
};

const compressible = /^(text|image\/svg)/;

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
const serveFile = (path: string, request: Headers): Promise<Response> => serve(path, loadedFile(path), request);

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
