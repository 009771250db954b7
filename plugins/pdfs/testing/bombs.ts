import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { createDeflate, deflateSync } from 'node:zlib';
import { type Packed, pdfOf } from './pdf-writer.ts';

const mebibyte = 1024 * 1024;

/** Twelve kilobytes that inflate to a gibibyte. */
async function inflating(): Promise<Packed> {
  const piece = Buffer.alloc(16 * mebibyte, ' ');
  const packing = createDeflate({ level: 1 });
  const packed = buffer(packing);
  for (let written = 0; written < 1024; written += 16) {
    if (!packing.write(piece)) await once(packing, 'drain');
  }
  packing.end();
  return { filter: '/FlateDecode /FlateDecode', bytes: deflateSync(await packed) };
}

/** A page with endless content. */
export async function inflatingPage(): Promise<Uint8Array<ArrayBuffer>> {
  return pdfOf([{ packed: await inflating() }]);
}

/** Forty form XObjects, each of which draws the next one twice: the last one is drawn a trillion times. */
export function doublingPage(): Uint8Array<ArrayBuffer> {
  const forms = Array.from({ length: 40 }, (_, index) => `/X${index + 1} Do /X${index + 1} Do`);
  return pdfOf([{ content: '/X0 Do', forms: [...forms, 'BT /F 12 Tf (x) Tj ET'] }]);
}

/** A page with deeply nested arrays. */
export function deepPage(): Uint8Array<ArrayBuffer> {
  return pdfOf([{ entries: `/Deep ${'['.repeat(200_000)}${']'.repeat(200_000)}` }]);
}
