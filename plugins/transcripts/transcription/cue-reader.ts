import { Problem } from 'chronoscribe';
import { notStarted, scriptPool } from 'chronoscribe/child-process';
import type { CueMessage } from './cue-child.ts';

/** 4 MiB of short cues need about a third of each on a fast machine. */
const heapMegabytes = 512;
const totalMs = 120_000;

/** Segments of a subtitle file. */
export interface ReadCues {
  readonly durationMs: number;
  /** How many segments there are. */
  readonly count: number;
  /** The segments, see `segmentLines`. */
  readonly lines: readonly Uint8Array[];
}

/** Reads subtitle files in child processes, so that a long file neither delays other requests nor ends the host. */
export interface CueReader {
  /**
   * Reads WebVTT or SRT.
   *
   * @throws Problem `unreadable-file` if it is not UTF-8, `too-large` if it takes too much time or memory.
   */
  read(path: string, signal: AbortSignal): Promise<ReadCues>;
  close(): Promise<void>;
}

export function cueReader(): CueReader {
  const pool = scriptPool({ url: new URL('./cue-child.ts', import.meta.url), heapMegabytes });
  return {
    async read(path, signal) {
      const lines: Uint8Array[] = [];
      const outcome = await pool.run({
        parts: [path],
        limits: { totalMs },
        signal,
        onMessage(message) {
          const said = message as CueMessage; // From our own script.
          if (said.type !== 'segments') return said;
          lines.push(said.lines);
          return undefined;
        },
      });
      switch (outcome.status) {
        case 'answered':
          if (outcome.answer.type === 'not-utf8') throw notUtf8();
          return { durationMs: outcome.answer.durationMs, count: outcome.answer.count, lines };
        case 'exceeded':
          throw tooLarge(`took longer than ${totalMs / 60_000} minutes`);
        case 'ended':
          throw tooLarge('ended its process, which often means that memory ran out');
        case 'not-started':
          throw notStarted('reads transcripts', outcome.cause);
        default:
          return outcome satisfies never;
      }
    },
    close: async () => pool[Symbol.asyncDispose](),
  };
}

function notUtf8(): Problem {
  return new Problem('unreadable-file', {
    detail: 'The transcript is not UTF-8 text. Save it as UTF-8 and send it again.',
  });
}

function tooLarge(what: string): Problem {
  return new Problem('too-large', { detail: `Reading the transcript ${what}. Send it in parts.` });
}
