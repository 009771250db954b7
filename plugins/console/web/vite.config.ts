import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const host = process.env.CHRONOSCRIBE_URL ?? 'http://127.0.0.1:8080';

/** Requests that the development server hands on to a running host. */
const proxy = Object.fromEntries(
  ['/api', '/v1', '/admin', '/openapi.json', '/health', '/ready'].map((path) => [path, { target: host }]),
);

/** Builds the console into `dist`, which the plugin serves; in development it serves the sources itself. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  server: { proxy, port: 5173 },
  build: {
    outDir: 'dist',
    target: 'es2024',
    // Nothing becomes a data: address, so that the security policy needs none.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
