import { once } from 'node:events';
import { connect } from 'node:net';
import { getPriority } from 'node:os';
import { text } from 'node:stream/consumers';

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
  | { readonly does: 'hang' }
  | { readonly does: 'grow' }
  /** Without end, once it has called a socket, which hears by that when it is gone. */
  | { readonly does: 'loop'; readonly socket: string };

export interface AboutItself {
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

function grow(): void {
  const kept: Buffer[] = [];
  setInterval(() => kept.push(Buffer.alloc(20e6, 1)), 10);
}

function tell(message: unknown): void {
  process.send?.(message);
}

process.on('message', obey);
process.on('disconnect', () => process.exit());
