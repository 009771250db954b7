import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { getPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';

/** The requests to this process, which tests start as a script. */
export type Order =
  | { readonly does: 'tell-about-itself' }
  | { readonly does: 'read-input' }
  | { readonly does: 'give-back'; readonly bytes: Uint8Array }
  | { readonly does: 'count-to'; readonly last: number }
  | { readonly does: 'speak-and-exit'; readonly code: number }
  | { readonly does: 'complain-and-exit' }
  /** Tells whether it reaches a port of this machine. */
  | { readonly does: 'call'; readonly port: number }
  /** Tells what came of something that a script has no business doing. */
  | { readonly does: 'try'; readonly what: Attempt; readonly path: string }
  | { readonly does: 'hang' }
  | { readonly does: 'grow' }
  /** Without end, once it has called a socket, which hears by that when it is gone. */
  | { readonly does: 'loop'; readonly socket: string };

export type Attempt = 'read' | 'write' | 'list' | 'spawn' | 'thread' | 'addon';

export interface AboutItself {
  readonly pid: number;
  readonly environment: readonly string[];
  readonly arguments: readonly string[];
  /** The URL that `chronoscribe` resolves to. */
  readonly house: string;
  /** Its priority for the processors; a higher number comes later. */
  readonly priority: number;
}

async function obey(order: Order): Promise<void> {
  switch (order.does) {
    case 'tell-about-itself':
      tell({
        pid: process.pid,
        environment: Object.keys(process.env),
        arguments: process.argv.slice(2),
        house: import.meta.resolve('chronoscribe'),
        priority: getPriority(),
      } satisfies AboutItself);
      break;
    case 'read-input':
      tell(await text(process.stdin));
      break;
    case 'give-back':
      tell(order.bytes);
      break;
    case 'count-to':
      for (let number = 1; number <= order.last; number += 1) tell(number);
      break;
    case 'speak-and-exit':
      process.send?.('spoken', () => process.exit(order.code));
      break;
    case 'complain-and-exit':
      process.stderr.write('x'.repeat(1e6), () => process.exit());
      break;
    case 'call':
      connect(order.port, '127.0.0.1')
        .once('connect', () => tell('reached'))
        .once('error', () => tell('not reached'));
      break;
    case 'try':
      tell(attempt(order.what, order.path));
      break;
    case 'hang':
      break;
    case 'grow':
      grow();
      break;
    case 'loop':
      await once(connect(order.socket), 'connect');
      for (;;);
    default:
      order satisfies never;
  }
}

/** @returns `done`, or the code of the error */
function attempt(what: Attempt, path: string): unknown {
  try {
    attempts[what](path);
    return 'done';
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code;
  }
}

const attempts: Readonly<Record<Attempt, (path: string) => unknown>> = {
  read: (path) => readFileSync(path),
  write: (path) => writeFileSync(path, 'written'),
  list: (path) => readdirSync(path),
  spawn: (path) => execFileSync(path),
  thread: (path) => new Worker(path),
  addon: (path) => createRequire(import.meta.url)(path),
};

function grow(): void {
  const kept: Buffer[] = [];
  setInterval(() => kept.push(Buffer.alloc(20e6, 1)), 10);
}

function tell(message: unknown): void {
  process.send?.(message);
}

process.on('message', obey);
process.on('disconnect', () => process.exit());
