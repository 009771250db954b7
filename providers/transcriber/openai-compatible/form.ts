import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type SampleRange, wavHeader } from '../wav.ts';

/** A body of the type `multipart/form-data` (RFC 7578) whose length is known before it is read. */
export interface Form {
  readonly contentType: string;
  readonly length: number;
  readonly body: AsyncIterable<Buffer>;
}

/** The most bytes that `multipartForm` adds to the sound, if the fields are short. */
export const formOverheadBytes = 4096;

/**
 * A form with text fields and a WAV `file` with a part of a recording, which is read from the disk while it is sent.
 */
export function multipartForm(
  fields: readonly (readonly [name: string, value: string])[],
  path: string,
  sound: SampleRange,
): Form {
  const boundary = `chronoscribe-${randomUUID()}`;
  const part = (disposition: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name=${disposition}\r\n${more}\r\n`;
  const texts = fields.map(([name, value]) => `${part(`"${name}"`)}${value}\r\n`).join('');
  const head = Buffer.concat([
    Buffer.from(`${texts}${part('"file"; filename="recording.wav"', 'Content-Type: audio/wav\r\n')}`),
    wavHeader(sound.bytes),
  ]);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.length + sound.bytes + tail.length,
    body: pieces(head, path, sound, tail),
  };
}

async function* pieces(
  head: Buffer,
  path: string,
  { begin, bytes }: SampleRange,
  tail: Buffer,
): AsyncGenerator<Buffer> {
  yield head;
  if (bytes > 0) yield* createReadStream(path, { start: begin, end: begin + bytes - 1 });
  yield tail;
}
