#!/usr/bin/env node
import module, { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Where the command line begins. It is JavaScript, so that an older Node can parse it, and that the types of everything
 * else are stripped once: what strips them takes a tenth of a start, and is loaded for code that the cache lacks.
 */
const oldestNode = 24;

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  const { version } = createRequire(import.meta.url)('chronoscribe/package.json');
  process.stderr.write(
    `Chronoscribe ${version} needs Node.js ${oldestNode} or later, and this is ${process.versions.node}. ` +
      'Start it through npm (npm start, npx chronoscribe), which brings the right one.\n',
  );
  process.exitCode = 1;
} else {
  enableCompileCache();
  await import('./program.ts');
}

/** Code that was compiled once starts in half the time. It is kept in a folder that this user alone fills. */
function enableCompileCache() {
  const { XDG_CACHE_HOME, HOME } = process.env;
  const caches = XDG_CACHE_HOME ?? (HOME && join(HOME, '.cache'));
  if (!caches) return;
  const folder = join(caches, 'chronoscribe');
  module.enableCompileCache(folder);
  // Threads look here. Processes that read strangers' files get no environment: they must not write what runs here.
  process.env.NODE_COMPILE_CACHE ??= folder;
}
