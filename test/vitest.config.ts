import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';
import { SecondTries } from './second-tries.ts';

// Hundreds of processes start in the tests. With a cache of compiled code a host starts with half the work. The workers
// inherit this, and `core/cli/testing.ts` hands it on to the hosts.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, '../node_modules/.cache/compiled');

const folders = '{core,plugins,providers,test}';

/** What puts parts of the process or of its modules in place of others, or tests what a module does when first used. */
const alone = [
  'core/client/**/*.integration.test.ts',
  'providers/blobs/disk/files.integration.test.ts',
  'providers/ocr/tesseract/turned.integration.test.ts',
  'providers/transcriber/programs/result-folder.integration.test.ts',
];

export default defineConfig({
  // The sources run, not what `npm run build` makes of them, as with `npm start`.
  ssr: { resolve: { conditions: ['chronoscribe-source', 'node'] } },
  // The example is a package of its own, in whose folder this one is not known by its name.
  resolve: {
    alias: [
      { find: /^chronoscribe$/, replacement: resolve(import.meta.dirname, '../core/index.ts') },
      { find: /^chronoscribe\/testing$/, replacement: resolve(import.meta.dirname, '../core/testing.ts') },
    ],
  },
  test: {
    execArgv: ['--conditions=chronoscribe-source'],
    // One for each core: with more, hosts and browsers that tests start take longer than the tests wait.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new SecondTries()],
    // Bounds for a machine that is busy with other work. No test measures time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${folders}/**/*.test.ts`],
          exclude: ['**/*.integration.test.ts', '**/*.slow.test.ts', '**/*.models.test.ts'],
          setupFiles: ['test/unit-setup.ts'],
          // Unit tests change nothing outside of themselves: files of one worker share what they import.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [`${folders}/**/*.integration.test.ts`, 'docs/examples/{appointments,recalls,weather}/*.test.ts'],
          exclude: alone,
          // Each file would load the host and its languages anew, which takes longer than most of them test.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
      { extends: true, test: { name: 'slow', include: [`${folders}/**/*.slow.test.ts`] } },
      {
        extends: true,
        test: {
          name: 'models',
          include: [`${folders}/**/*.models.test.ts`],
          globalSetup: ['test/models/setup.ts'],
          testTimeout: 600_000,
        },
      },
    ],
  },
});
