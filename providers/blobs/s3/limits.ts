/** How much is sent at once, and how long is waited. A machine that sends 8 MiB in three minutes has about 0.4 Mbit/s. */
export interface Limits {
  /** Size of the pieces that a large blob is sent in; 5 MiB is the least that S3 takes, and 10,000 pieces the most. */
  readonly partBytes: number;
  /** Pieces of one blob that are under way at once; the memory of one write is this and two more. */
  readonly partsAtOnce: number;
  /** For a request that carries no content. */
  readonly requestMs: number;
  /** For a request that carries a piece, or puts pieces together. */
  readonly contentMs: number;
  /** Between two pieces of what is read. */
  readonly silenceMs: number;
}

export const usualLimits: Limits = {
  partBytes: 8 * 1024 * 1024,
  partsAtOnce: 2,
  requestMs: 30_000,
  contentMs: 180_000,
  silenceMs: 60_000,
};
