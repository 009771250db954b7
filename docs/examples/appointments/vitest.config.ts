import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { dedupe: ['vitest'] },
  test: { include: ['*.test.ts'], server: { deps: { inline: ['chronoscribe'] } } },
});
