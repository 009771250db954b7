import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { TranscriptParams } from 'assemblyai';
import { z } from 'zod';
import { type Job, job, named } from './answers.ts';
import { type Connection, exchange } from './exchange.ts';

/** The requests that are made of AssemblyAI; each fails as `exchange` says. */
export interface AssemblyAiClient {
  /** Streams a file from disk; `onSent` gets the bytes of each piece. Returns the address under which AssemblyAI alone can read it. */
  upload(path: string, signal: AbortSignal, onSent: (bytes: number) => void): Promise<string>;
  /** Returns the id of the new job. */
  submit(params: TranscriptParams, signal: AbortSignal): Promise<string>;
  find(id: string, signal: AbortSignal): Promise<Job>;
  /** Deletes the text and the uploaded file. */
  erase(id: string, signal: AbortSignal): Promise<void>;
  /** Asks for something small that needs the key. */
  greet(signal: AbortSignal): Promise<void>;
}

export function assemblyAiClient(connection: Connection): AssemblyAiClient {
  return {
    async upload(path, signal, onSent) {
      await using file = await open(path);
      return await exchange(connection, 'the upload', signal, z.string().min(1), ({ files, moved }) => {
        const sound = file.createReadStream({ autoClose: false });
        return files.upload(
          Readable.from(
            metered(sound, (bytes) => {
              moved();
              onSent(bytes);
            }),
          ),
        );
      });
    },
    async submit(params, signal) {
      const { id } = await exchange(connection, 'the order', signal, named, ({ transcripts }) => transcripts.submit(params));
      return id;
    },
    find: (id, signal) =>
      exchange(connection, 'a question after the text', signal, job, ({ transcripts }) => transcripts.get(id)),
    async erase(id, signal) {
      await exchange(connection, 'the deletion', signal, named, ({ transcripts }) => transcripts.delete(id));
    },
    async greet(signal) {
      await exchange(connection, 'a greeting', signal, z.object({}), ({ transcripts }) => transcripts.list({ limit: 1 }));
    },
  };
}

async function* metered(sound: AsyncIterable<Buffer>, onSent: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const piece of sound) {
    yield piece;
    onSent(piece.length);
  }
}
