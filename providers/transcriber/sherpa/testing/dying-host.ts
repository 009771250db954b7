import { order } from '../protocol.ts';
import { runRecogniser } from '../recogniser-process.ts';

/**
 * A host that waits for a recogniser: `node dying-host.ts ORDER`, the order as JSON. It says when that is at work, and
 * is there to be killed.
 */
await runRecogniser(order.parse(JSON.parse(process.argv[2] ?? '')), {
  limits: { stallMs: 60_000, memoryBytes: Number.MAX_SAFE_INTEGER },
  signal: new AbortController().signal,
  progress: () => process.send?.('at work'),
  engine: ['tiny'],
});
