import { spawn } from 'node:child_process';
import { createServer } from 'vite';

/**
 * `npm run dev`: a host that restarts when its files change, and the console at http://localhost:5173/console/, which
 * reloads when one of its own changes. The arguments are those of `chronoscribe dev`.
 */
const port = process.argv.find((_, index, all) => all[index - 1] === '--port') ?? '8080';
process.env.CHRONOSCRIBE_URL ??= `http://127.0.0.1:${port}`;

const cli = new URL('../../../core/cli/main.js', import.meta.url).pathname;
const host = spawn(process.execPath, [...process.execArgv, cli, 'dev', ...process.argv.slice(2)], { stdio: 'inherit' });
const server = await createServer({ configFile: new URL('./vite.config.ts', import.meta.url).pathname });
await server.listen();
server.printUrls();

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => host.kill(signal));
host.on('exit', (code) => {
  process.exitCode = code ?? 0;
  void server.close();
});
