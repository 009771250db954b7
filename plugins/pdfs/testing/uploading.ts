import type { TestHost, TestResponse } from 'chronoscribe/testing';
import { z } from 'zod';

export interface SentFile {
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** Uploads files in this order. */
export function upload(
  host: TestHost,
  files: readonly SentFile[],
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<TestResponse> {
  const form = new FormData();
  for (const { name, content } of files) form.append('files', new Blob([content]), name);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return host.call('POST', '/api/v1/transcripts/upload_pdf_files', { form, headers });
}

const Fault = z.strictObject({
  detail: z
    .array(
      z.strictObject({
        loc: z.array(z.union([z.string(), z.number()])),
        msg: z.string().min(1),
        type: z.string().min(1),
      }),
    )
    .min(1),
});

/**
 * Status, location and type of each error of a rejected upload.
 *
 * @throws ZodError if the response has not the shape of the contract
 */
export function faults({
  status,
  json,
}: TestResponse): readonly { readonly status: number; readonly loc: string; readonly type: string }[] {
  return Fault.parse(json).detail.map(({ loc, type }) => ({ status, loc: loc.join('.'), type }));
}
