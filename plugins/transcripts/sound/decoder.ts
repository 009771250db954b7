/** Samples per second of decoded sound. */
export const sampleRate = 16_000;
export const bytesPerSample = 2;

/** The samples of two channels, as many of each. */
export type Channels = readonly [left: Int16Array, right: Int16Array];

/**
 * Takes decoded sound in pieces: 16 kHz, mono, signed 16 bits, little-endian, without a header. A piece may end inside
 * a sample. Of a stereo recording it also gets the two channels that the piece is mixed from. The decoder goes on once the promise has settled, so sound never piles up in memory; a sink that throws
 * stops it.
 */
export type SampleSink = (piece: Uint8Array, channels?: Channels) => Promise<void>;

/** Decodes recordings of any format in a child process, so that a malicious file affects nothing else. */
export interface Decoder {
  /** For a person: `ffmpeg 5.1.9 at /usr/bin/ffmpeg`. */
  readonly description: string;
  /**
   * Decodes the first sound track of a file. A track without samples may give no pieces.
   *
   * @returns true if the file was read to its end, false if it broke off after some sound.
   * @throws Problem `unreadable-file` if nothing can be decoded, or decoding hangs or takes too much memory;
   *   `provider-unavailable` if this decoder does not know the format; the reason of `signal` when that is aborted;
   *   what the sink throws.
   */
  decode(path: string, sink: SampleSink, signal: AbortSignal): Promise<boolean>;
  /**
   * Decodes sound while it is recorded, in a format that can be read from its beginning on: as `decode`, but there is no
   * limit to the time that the source waits.
   */
  decodeStream(source: AsyncIterable<Uint8Array>, sink: SampleSink, signal: AbortSignal): Promise<boolean>;
}

/** What a decoding process may take. */
export interface DecodingLimits {
  /** Longest time without output, in milliseconds. Default: none. */
  readonly stallMs?: number;
  /** Longest time in all, in milliseconds. Default: none. */
  readonly totalMs?: number;
  /** Resident memory, in bytes. It is enforced where `/proc` exists (Linux). */
  readonly memoryBytes: number;
}

/**
 * Four hours of sound take ffmpeg about 15 seconds and the bundled decoder 60; a slow machine may take ten times that.
 */
export const defaultLimits = {
  stallMs: 60_000,
  totalMs: 30 * 60_000,
  memoryBytes: 768 * 1024 * 1024,
} satisfies DecodingLimits;

/** Exit codes of the bundled decoder's process; any other code is a crash. */
export const exitCodes = {
  /** No decoder for this format or codec. */
  unsupported: 3,
  /** Damaged, cut off, or without a sound track. */
  unreadable: 4,
} as const;
