const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const tab = 0x09;

/** A byte order mark at the beginning of a line is passed over. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A content line of a calendar, unfolded. */
export interface ContentLine {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  /** Null where it is not UTF-8. */
  readonly text: string | null;
}

/**
 * The content lines of a calendar (RFC 5545, section 3.1). Lines are unfolded as bytes and decoded then: a fold may stand inside a
 * character.
 */
export function* contentLines(file: Uint8Array): Generator<ContentLine> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let open: { readonly line: number; readonly parts: Buffer[] } | undefined;
  let line = 0;
  for (let start = 0; start < bytes.length; line += 1) {
    const feed = bytes.indexOf(lineFeed, start);
    const end = feed === -1 ? bytes.length : feed;
    const part = bytes.subarray(start, end > start && bytes[end - 1] === carriageReturn ? end - 1 : end);
    start = end + 1;
    if (open !== undefined && (part[0] === space || part[0] === tab)) {
      open.parts.push(part.subarray(1));
    } else {
      if (open !== undefined) yield { line: open.line, text: textOf(open.parts) };
      open = { line: line + 1, parts: [part] };
    }
  }
  if (open !== undefined) yield { line: open.line, text: textOf(open.parts) };
}

function textOf(parts: readonly Buffer[]): string | null {
  try {
    return utf8.decode(Buffer.concat(parts));
  } catch {
    return null;
  }
}
