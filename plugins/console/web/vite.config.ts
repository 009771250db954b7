import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const host = process.env.CHRONOSCRIBE_URL ?? 'http://127.0.0.1:8080';

/** Requests that the development server hands on to a running host. */
const proxy = Object.fromEntries(
  ['/api', '/v1', '/admin', '/openapi.json', '/health', '/ready', '/console/modules'].map((path) => [
    path,
    { target: host },
  ]),
);

/** Copies the decoders of scans, which the PDF reader loads by their names. */
const pdfDecoders: Plugin = {
  name: 'pdf-decoders',
  async generateBundle() {
    for (const name of ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js']) {
      const source = await readFile(fileURLToPath(import.meta.resolve(`pdfjs-dist/wasm/${name}`)));
      this.emitFile({ type: 'asset', fileName: `pdfjs/${name}`, source });
    }
  },
};

/** Of all sources: which styles are used depends on them, so that a browser must not keep the styles of others. */
const digest = createHash('sha256');
for (const file of globSync('src/**/*.{ts,tsx,css}', { cwd: import.meta.dirname }).toSorted())
  digest.update(readFileSync(new URL(file, import.meta.url)));
const sources = digest.digest('hex').slice(0, 8);

/** Leaves out the styles of components that the console does not use: the names of their classes are in no script. */
const usedStyles: Plugin = {
  name: 'used-styles',
  generateBundle(_, bundle) {
    const files = Object.values(bundle);
    const scripts = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('\n');
    const used = new Set(scripts.match(/\bm_[0-9a-f]+/g));
    for (const file of files) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
      file.source = String(file.source).replaceAll(/([^{}]+)\{[^{}]*\}/g, (rule, selectors: string) => {
        const names = selectors.match(/\bm_[0-9a-f]+/g);
        return names === null || names.some((name) => used.has(name)) ? rule : '';
      });
    }
  },
};

/** Builds the console into `dist`, which the plugin serves; in development it serves the sources itself. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), pdfDecoders, usedStyles],
  server: { proxy, port: 5173 },
  build: {
    outDir: 'dist',
    rolldownOptions: {
      output: {
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? `assets/[name]-[hash]-${sources}[extname]`
            : 'assets/[name]-[hash][extname]',
      },
    },
    target: 'es2024',
    // Nothing becomes a data: address, so that the security policy needs none.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
