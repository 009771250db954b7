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

/** Builds the console into `dist`, which the plugin serves; in development it serves the sources itself. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), pdfDecoders],
  server: { proxy, port: 5173 },
  build: {
    outDir: 'dist',
    target: 'es2024',
    // Nothing becomes a data: address, so that the security policy needs none.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
