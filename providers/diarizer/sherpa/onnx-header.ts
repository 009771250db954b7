import { type FileHandle, open } from 'node:fs/promises';

/** A field of a protocol buffer that has a length: where its content is. */
interface Field {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

const windowBytes = 64 * 1024;

/** The numbers of fields in onnx.proto. */
const fields = { graph: 7, metadata: 14, input: 11, name: 1, key: 1, value: 2 } as const;

/**
 * Reads what an ONNX file says of itself. Weights are skipped, so that a large file is read in moments.
 *
 * @returns null if it is no ONNX file, or is cut off
 */
export async function readOnnxHeader(path: string) {
  await using file = await open(path);
  const { size } = await file.stat();
  const reader = windowedReader(file);
  const inputs: string[] = [];
  const metadata = new Map<string, string>();
  try {
    for await (const field of fieldsIn(reader, 0, size)) {
      if (field.number === fields.graph) {
        for await (const part of fieldsIn(reader, field.start, field.end))
          if (part.number === fields.input) inputs.push(await textIn(reader, part, fields.name));
      }
      if (field.number === fields.metadata)
        metadata.set(await textIn(reader, field, fields.key), await textIn(reader, field, fields.value));
    }
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
  return inputs.length === 0 ? null : { inputs, metadata };
}

type Reader = (at: number, bytes: number) => Promise<Buffer>;

function windowedReader(file: FileHandle): Reader {
  let held = { at: 0, bytes: Buffer.alloc(0) };
  return async (at, bytes) => {
    if (at < held.at || at + bytes > held.at + held.bytes.length) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(bytes, windowBytes)), { position: at });
      held = { at, bytes: buffer.subarray(0, bytesRead) };
    }
    const found = held.bytes.subarray(at - held.at, at - held.at + bytes);
    if (found.length < bytes) throw new RangeError('the file is cut off');
    return found;
  };
}

/** The fields of a message that have a length. @throws RangeError if it is none */
async function* fieldsIn(read: Reader, start: number, end: number): AsyncGenerator<Field> {
  const number = async (at: number): Promise<{ readonly value: number; readonly next: number }> => {
    let value = 0;
    for (let byte = 0; byte < 10; byte += 1) {
      const [bits = 0] = await read(at + byte, 1);
      value += (bits & 0x7f) * 2 ** (7 * byte);
      if (bits < 0x80) return { value, next: at + byte + 1 };
    }
    throw new RangeError('not a protocol buffer');
  };
  for (let at = start; at < end; ) {
    const tag = await number(at);
    const type = tag.value % 8;
    if (type === 2) {
      const length = await number(tag.next);
      if (length.next + length.value > end) throw new RangeError('the file is cut off');
      yield { number: Math.floor(tag.value / 8), start: length.next, end: length.next + length.value };
      at = length.next + length.value;
    } else if (type === 0) at = (await number(tag.next)).next;
    else if (type === 1 || type === 5) at = tag.next + (type === 1 ? 8 : 4);
    else throw new RangeError('not a protocol buffer');
  }
}

const longestText = 4096;

async function textIn(read: Reader, { start, end }: Field, number: number): Promise<string> {
  for await (const field of fieldsIn(read, start, end)) {
    if (field.number === number && field.end - field.start <= longestText)
      return (await read(field.start, field.end - field.start)).toString();
  }
  return '';
}
