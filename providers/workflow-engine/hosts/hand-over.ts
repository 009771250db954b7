import type { Logger } from 'chronoscribe';
import type { News } from './news.ts';

/** Hands what this host was at to the others, once its steps have left. Where that fails, they take it over later, so it is no error of the stop. */
export async function handOver(
  release: () => Promise<void>,
  { news, log }: { readonly news: News; readonly log: Logger },
): Promise<void> {
  try {
    await release();
    news.queued();
  } catch (error) {
    log.error(
      { err: error },
      'the running workflows could not be handed to other hosts; they go on there when the lease of this one is over, or here at its next start',
    );
  }
}
