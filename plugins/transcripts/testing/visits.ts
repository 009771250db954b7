import type { TestHost, TestResponse } from 'chronoscribe/testing';
import { expect } from 'vitest';
import { z } from 'zod';

interface Sent {
  /** Where it is sent. Default: where an audio note is made. */
  readonly to?: string;
  readonly name?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a file in a form, with the other fields of the form. */
export function send(
  host: TestHost,
  file: string | Uint8Array,
  { to = 'upload_audio_file', name = 'visit', fields = {}, ...options }: Sent = {},
): Promise<TestResponse> {
  const form = new FormData();
  form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name);
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return host.call('POST', `/api/v1/transcripts/${to}`, { form, ...options });
}

/** Sends a visit, of which a record is made. @returns its id */
export async function recorded(host: TestHost, file: string | Uint8Array, sent: Sent = {}): Promise<string> {
  const answer = await send(host, file, sent);
  expect(answer.status, answer.text).toBe(200);
  return z.object({ id: z.string() }).parse(answer.json).id;
}

/** Sends a piece of an upload (tus 1.0), of which `offset` bytes were sent before. */
export const sendPiece = (host: TestHost, upload: string, offset: number, body: Uint8Array, key = host.key) =>
  host.call('PATCH', upload, {
    headers: {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    },
    body,
    key,
  });
