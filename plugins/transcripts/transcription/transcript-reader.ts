import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Problem } from 'chronoscribe';
import { piecesOf, scriptFile, type TextPool, textPool } from 'chronoscribe/child-process';
import type { FileReader } from 'chronoscribe/host';
import { sampleVisit } from 'chronoscribe/language';
import type { ReadTranscript, TranscriptMessage, TranscriptOrder } from './transcript-work.ts';
import type { TranscriptFormat } from './uploaded-transcript.ts';

/** 4 MiB of short cues need about a third on a fast machine. */
const totalMs = 120_000;

export interface ReadOptions {
  readonly format: TranscriptFormat;
  /** BCP 47; undefined: as the file says, else detected. */
  readonly language?: string | undefined;
  /** The most characters that are said. */
  readonly maxCharacters: number;
  readonly signal: AbortSignal;
}

type FileOrder = Extract<TranscriptOrder, { type: 'file' }>;
type Answer = Exclude<TranscriptMessage, { type: 'segments' }>;

export type TranscriptReader = ReturnType<typeof transcriptReader>;

/**
 * Reads transcripts in child processes, so that a long file neither delays other requests nor ends the host.
 *
 * @param others the readers of other plugins, which are known once all have started
 */
export function transcriptReader(others: () => readonly FileReader[] = () => []) {
  const readers = () => others().map(({ name, module }) => ({ name, file: scriptFile({ url: module }) }));
  let opened: TextPool | undefined;
  // Not before all plugins have started.
  const pool = (): TextPool => {
    opened ??= textPool(new URL('./transcript-work.ts', import.meta.url), {
      does: 'reads transcripts',
      totalMs,
      tooMuch: (how) => tooLarge(`Reading the transcript ${how}`),
      loads: readers().map(({ file }) => file),
    });
    return opened;
  };
  const fileOrder = (order: Pick<FileOrder, 'format' | 'maxCharacters' | 'detectsLanguage'>): FileOrder => ({
    ...{ ...order, type: 'file' },
    readers: readers().map(({ name, file }) => ({ name, url: pathToFileURL(file).href })),
  });

  const ask = (
    order: TranscriptOrder,
    signal: AbortSignal,
    { file = new Uint8Array(), onLines = (_lines: Uint8Array) => {} } = {},
  ): Promise<Answer> =>
    pool().ask({
      parts: [order, ...piecesOf(file)],
      signal,
      onMessage(message): Answer | undefined {
        const said = message as TranscriptMessage; // From our own script.
        if (said.type !== 'segments') return said;
        onLines(said.lines);
        return undefined;
      },
    });

  return {
    /**
     * Reads WebVTT, SRT, plain text, or JSON of a recogniser.
     *
     * @throws Problem `unreadable-file` if it is not UTF-8 or not what its format says, `too-large` if it says too much or
     *   takes too much time or memory.
     */
    async read(path: string, options: ReadOptions): Promise<ReadTranscript> {
      const { format, language, maxCharacters, signal } = options;
      const lines: Uint8Array[] = [];
      const order = fileOrder({ format, maxCharacters, detectsLanguage: language === undefined });
      const answer = await ask(order, signal, {
        file: await readFile(path),
        onLines: (piece) => void lines.push(piece),
      });
      if (answer.type === 'refused') throw refusal(answer);
      if (answer.type !== 'done') throw new Error(`The process that reads transcripts answered ${answer.type}`);
      const { type: _type, ...read } = answer;
      return { ...read, language: language ?? read.language, lines };
    },
    /**
     * Detects the language of a text.
     *
     * @returns its code, such as `en`; null if it cannot be told
     * @throws Problem `too-large` if it takes too much time or memory.
     */
    async language(text: string, signal: AbortSignal): Promise<string | null> {
      const answer = await ask({ type: 'language', text }, signal);
      if (answer.type !== 'language') throw new Error(`The process that reads transcripts answered ${answer.type}`);
      return answer.language;
    },
    /** Has a process ready, with the statistics of languages. */
    async warmUp(signal: AbortSignal): Promise<void> {
      const order = fileOrder({ format: 'text', maxCharacters: 1_000_000, detectsLanguage: true });
      const file = Buffer.from(sampleVisit.map(({ speaker, text }) => `${speaker?.label}: ${text}`).join('\n'));
      const onMessage = (message: unknown) => ((message as TranscriptMessage).type === 'done' ? true : undefined);
      await pool().warmUp({ parts: [order, file], signal, onMessage });
    },
    close: async () => opened?.[Symbol.asyncDispose](),
  };
}

function refusal(refused: Answer & { type: 'refused' }): Problem {
  switch (refused.reason) {
    case 'not-utf8':
      return new Problem('unreadable-file', {
        detail: 'The transcript is not UTF-8 text. Save it as UTF-8 and send it again.',
      });
    case 'too-long':
      return tooLarge('The transcript says too much');
    case 'unreadable':
      return new Problem('unreadable-file', { detail: `${refused.detail}.` });
    default:
      return refused satisfies never;
  }
}

function tooLarge(what: string): Problem {
  return new Problem('too-large', { detail: `${what}. Send it in parts.` });
}
