import { defineConfig } from 'vitest/config';

export default defineConfig({
  // As `npm start` does: the sources are run, not what `npm run build` made of them.
  ssr: { resolve: { conditions: ['source', 'module', 'node'] } },
  test: {
    include: ['{core,plugins,providers,test}/**/*.test.ts'],
    execArgv: ['--conditions=source'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes when it comes: on a busy machine a second, which is the default, is not long.
    expect: { poll: { timeout: 15_000 } },
  },
});
