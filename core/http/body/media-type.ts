import { MIMEType } from 'node:util';
import { Problem } from '../../api/problem.ts';

/** Parses a `Content-Type` header (RFC 9110, 8.3), in lower case. Undefined if it is missing or malformed. */
export function parseContentType(header: string | undefined) {
  if (header === undefined) return undefined;
  try {
    const { essence, params } = new MIMEType(header);
    return { mediaType: essence, charset: params.get('charset')?.toLowerCase() };
  } catch {
    return undefined;
  }
}

/** The problem of a body with the wrong content type. @param accepted what the endpoint takes, for a person. */
export function unsupportedContentType(accepted: string, header: string | undefined): Problem {
  return new Problem('unsupported-media-type', {
    detail: `This endpoint takes ${accepted}, not ${header || 'a body without a content type'}.`,
  });
}

/** How many of a file's first bytes `detectMediaType` needs; fewer if the file is shorter. */
export const sniffBytes = 64 * 1024;

const cueTime = /^\d{1,3}:\d{2}:\d{2}[,.]\d{1,3}\s+-->\s+\d{1,3}:\d{2}:\d{2}[,.]\d{1,3}/;

/**
 * A file's media type, detected from its first bytes and never from its name or the client's word. Undefined if it is
 * unknown. Parameters are removed: Opus in Ogg is `audio/ogg`.
 */
export async function detectMediaType(head: Uint8Array): Promise<string | undefined> {
  const subtitles = subtitleType(head);
  if (subtitles !== undefined) return subtitles;
  // Imported by the first file: a start need not wait for it.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  return found?.mime.split(';')[0] ?? typeByMark(head) ?? textType(head);
}

/** What the library does not know by its first bytes. */
function typeByMark(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.subarray(0, 12)).toString('latin1');
  // WAV of more than 4 GB (EBU Tech 3306), which recorders also write when smaller.
  if (/^(?:RF64|BW64).{4}WAVE/s.test(text)) return 'audio/wav';
  // The library tells TIFF from raw camera formats by a table that most programs write at the end of the file.
  return /^(II\*\0|MM\0\*)/.test(text) ? 'image/tiff' : undefined;
}

/**
 * Subtitles are text without a magic number: WebVTT begins with its name, SRT with a number and a line of two times.
 */
function subtitleType(head: Uint8Array): string | undefined {
  const lines = new TextDecoder('utf-8')
    .decode(head.subarray(0, 1024))
    .trimStart()
    .split(/\r\n|\r|\n/, 3);
  const [first = '', second = ''] = lines.map((line) => line.trim());
  if (/^WEBVTT(\s|$)/.test(first)) return 'text/vtt';
  if (cueTime.test(first) || (/^\d+$/.test(first) && cueTime.test(second))) return 'application/x-subrip';
  return undefined;
}

/** Text has no magic number: it is UTF-8 without control characters. JSON begins with a bracket; markup is not told. */
function textType(head: Uint8Array): string | undefined {
  const text = startOfText(head)?.trimStart();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what text does not hold.
  if (!text || /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(text) || /^<[!?a-z]/i.test(text)) return undefined;
  return /^[[{]\s*["[{\]}]/.test(text) ? 'application/json' : 'text/plain';
}

/** Undefined if it is not UTF-8. The last character may be cut. */
function startOfText(head: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}
