import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Connection } from '@temporalio/client';
import { temporaryFolder } from 'chronoscribe/testing';
import { temporalServer } from './built.ts';

/** Names the server to child processes. */
const variable = 'CHRONOSCRIBE_TEMPORAL_OF_TEST';
const script = fileURLToPath(new URL('../../../../test/services/temporal.sh', import.meta.url));

/** A Temporal server of a test, which can be killed and started again with what it has kept. */
export interface TemporalServer {
  readonly address: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** The megabytes that it takes. */
  memory(): number;
  /** Ends it, and deletes what it has kept. */
  remove(): Promise<void>;
}

/** Whether Temporal's server was built here; says so where it was not. */
export function hasTemporal(): boolean {
  const isBuilt = existsSync(temporalServer());
  if (!isBuilt && process.env.CHRONOSCRIBE_TEST_TEMPORAL === 'build') execFileSync(script);
  else if (!isBuilt)
    process.stderr.write(
      'NOT RUN: the tests on Temporal. Run test/services/temporal.sh once, which builds its server.\n',
    );
  return isBuilt || process.env.CHRONOSCRIBE_TEST_TEMPORAL === 'build';
}

/** A server for this test file and its child processes. */
export async function openTemporalOfTest(): Promise<TemporalServer> {
  const { path: folder, remove } = await temporaryFolder();
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  process.env[variable] = JSON.stringify({ address, database: join(folder, 'temporal.db') });
  let child: ChildProcess | undefined;
  const server: TemporalServer = {
    address,
    async start() {
      child = spawn(script, ['start', folder, String(port)], { stdio: 'ignore' });
      for (;;) {
        try {
          return await registerNamespace(address);
        } catch (error) {
          if (child.exitCode !== null) throw error;
          await wait(200);
        }
      }
    },
    async kill() {
      child?.kill('SIGKILL');
      if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
    memory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child?.pid)])) / 1000,
    async remove() {
      await server.kill();
      await remove();
    },
  };
  await server.start();
  return server;
}

/** Where the server of this test is. */
export function temporalOfTest(): { readonly address: string; keeps(text: string): Promise<boolean> } {
  const { address, database } = JSON.parse(process.env[variable] ?? '') as { address: string; database: string };
  const files = [database, `${database}-wal`];
  return {
    address,
    async keeps(text) {
      for (const file of files) if ((await readFile(file)).includes(text)) return true;
      return false;
    },
  };
}

async function registerNamespace(address: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: 1000 });
  try {
    const retention = { seconds: 86_400 } as unknown as NonNullable<
      Parameters<typeof connection.workflowService.registerNamespace>[0]['workflowExecutionRetentionPeriod']
    >;
    const about = { namespace: 'default', workflowExecutionRetentionPeriod: retention };
    await connection.workflowService.registerNamespace(about).catch((error: unknown) => {
      if (!(error instanceof Error && error.message.includes('ALREADY_EXISTS'))) throw error;
    });
    // What a host asks first is answered a moment later.
    await connection.workflowService.describeNamespace({ namespace: 'default' });
  } finally {
    await connection.close();
  }
}

/** The first of nine ports, which were free just now. */
async function freePort(): Promise<number> {
  for (;;) {
    const first = 20_000 + 10 * Math.floor(Math.random() * 1000);
    const isFree = await Promise.all(Array.from({ length: 9 }, (_, at) => isPortFree(first + at)));
    if (isFree.every(Boolean)) return first;
  }
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
