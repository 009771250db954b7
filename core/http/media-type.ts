import { fileTypeFromBuffer } from 'file-type';

/** As many first bytes as `mediaType` wants to see; fewer where the file is shorter. */
export const sniffBytes = 64 * 1024;

const cueTime = /^\d{1,3}:\d{2}:\d{2}[,.]\d{1,3}\s+-->\s+\d{1,3}:\d{2}:\d{2}[,.]\d{1,3}/;

/**
 * Tells a file's media type from its first bytes, never from its name or what the client calls it. Undefined where nothing is
 * known of it. Parameters are cut off: Opus in Ogg is `audio/ogg`.
 */
export async function mediaType(head: Uint8Array): Promise<string | undefined> {
  const text = subtitleType(head);
  if (text !== undefined) return text;
  const found = await fileTypeFromBuffer(head);
  return found?.mime.split(';')[0] ?? tiffType(head);
}

/** The library tells TIFF from the raw formats of cameras by a table that most programs write at the end of a file: beyond the head. */
function tiffType(head: Uint8Array): string | undefined {
  const mark = Buffer.from(head.subarray(0, 4)).toString('latin1');
  return mark === 'II*\0' || mark === 'MM\0*' ? 'image/tiff' : undefined;
}

/** Subtitles are text without a magic number: WebVTT begins with its name, SRT with a number and a line of two times. */
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
