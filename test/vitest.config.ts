import { defineConfig } from 'vitest/config';

export default defineConfig({
  // As `npm start` does: the sources are run, not what `npm run build` made of them.
  ssr: { resolve: { conditions: ['chronoscribe-source', 'node'] } },
  test: {
    include: ['{core,plugins,providers,test}/**/*.test.ts'],
    execArgv: ['--conditions=chronoscribe-source'],
    // Much of what is tested waits for other processes, and for what is to come in its time.
    maxWorkers: '150%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes when it comes: on a busy machine a second, which is the default, is not long.
    expect: { poll: { timeout: 15_000 } },
  },
});
