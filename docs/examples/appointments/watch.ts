import type { Cluster } from 'chronoscribe';
import { createAutoResetEvent } from 'chronoscribe/concurrency';

/** What is sent between hosts when appointments of an account change. */
export const topic = 'appointments';

/** A list as it is now, and again after each change in the account, whichever host made it. */
export async function* watched<List>(
  cluster: Cluster,
  { account, signal }: { readonly account: string; readonly signal: AbortSignal },
  list: (account: string) => Promise<List>,
) {
  const changed = createAutoResetEvent();
  const stopListening = cluster.listen(topic, (who) => who === account && changed.set());
  signal.addEventListener('abort', () => changed.set(), { once: true });
  try {
    while (!signal.aborted) {
      yield await list(account);
      // A message may be lost.
      await changed.wait(30_000);
    }
  } finally {
    stopListening();
  }
}
