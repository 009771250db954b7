/**
 * A clock that does not stop while the machine sleeps, as that of the cluster does: how far the system clock has run
 * ahead of it since is added. A system clock that is set forward looks the same; then sessions end early, never late.
 *
 * @param now the time of the cluster, in milliseconds since 1970
 */
export function clockThroughSleep(now: () => number): () => number {
  let leastLead = Number.POSITIVE_INFINITY;
  const read = (): number => {
    const time = now();
    const lead = Date.now() - time;
    leastLead = Math.min(leastLead, lead);
    return time + lead - leastLead;
  };
  // From the start on: the machine may sleep before the first request.
  read();
  return read;
}
