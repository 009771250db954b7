import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { dedupe: ['vitest'] },
  test: {
    include: ['*.test.ts'],
    hookTimeout: 60_000,
    testTimeout: 30_000,
    server: { deps: { inline: ['chronoscribe'] } },
  },
});
