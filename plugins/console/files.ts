import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem, type Route } from 'chronoscribe';
import { protocolRoute } from 'chronoscribe/host';
import { openFileTree, serveFile } from './file-tree.ts';

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
