import { type FileHandle, open } from 'node:fs/promises';

/** The names that the npm decoder has for the formats that are taken. */
export type SoundFormat = 'wav' | 'mp3' | 'aac' | 'm4a' | 'oga' | 'opus' | 'webm' | 'flac' | 'amr';

/** What stands at which byte of a file. In Ogg the codec names itself in the first page (RFC 3533), whose content begins at byte 28. */
const marks: readonly (readonly [SoundFormat, ...(readonly [at: number, text: string])[]])[] = [
  ['wav', [0, 'RIFF'], [8, 'WAVE']],
  ['m4a', [4, 'ftyp']],
  ['opus', [0, 'OggS'], [28, 'OpusHead']],
  ['flac', [0, 'OggS'], [28, '\x7fFLAC']],
  ['oga', [0, 'OggS'], [28, '\x01vorbis']],
  ['flac', [0, 'fLaC']],
  ['amr', [0, '#!AMR']],
];

const headBytes = 64;
const ebml = '\x1a\x45\xdf\xa3';

/** Tells the format of a file from its first bytes, past an ID3 tag; undefined for one that the npm decoder does not know. */
export async function soundFormat(path: string): Promise<SoundFormat | undefined> {
  const file = await open(path);
  try {
    const head = await textAt(file, 0);
    return formatOf(head.startsWith('ID3') ? await textAt(file, id3Length(head)) : head);
  } finally {
    await file.close();
  }
}

function formatOf(head: string): SoundFormat | undefined {
  const marked = marks.find(([, ...texts]) => texts.every(([at, text]) => head.startsWith(text, at)));
  if (marked !== undefined) return marked[0];
  if (head.startsWith(ebml) && head.includes('webm')) return 'webm';
  if (head.charCodeAt(0) !== 0xff) return undefined;
  // Both begin with eleven set bits; the two bits of the layer are zero in AAC (ISO/IEC 13818-7) and never in MP3 (11172-3).
  const second = head.charCodeAt(1);
  if ((second & 0xf6) === 0xf0) return 'aac';
  return (second & 0xe0) === 0xe0 && (second & 0x06) !== 0 ? 'mp3' : undefined;
}

/** The first bytes from `at` on, one character for each. */
async function textAt(file: FileHandle, at: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, at);
  return buffer.toString('latin1', 0, bytesRead);
}

/** Ten bytes of header, of which four give the length of the rest in seven bits each (id3.org, ID3v2.4 §3.1). */
function id3Length(head: string): number {
  return [6, 7, 8, 9].reduce((length, at) => length * 128 + (head.charCodeAt(at) & 0x7f), 0) + 10;
}
