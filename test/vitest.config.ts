import { defineConfig } from 'vitest/config';

export default defineConfig({
  // As `npm start` does: the sources are run, not what `npm run build` made of them.
  ssr: { resolve: { conditions: ['source', 'module', 'node'] } },
  test: {
    include: ['{core,plugins,providers,test}/**/*.test.ts'],
    execArgv: ['--conditions=source'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
