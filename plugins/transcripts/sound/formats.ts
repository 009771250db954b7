/**
 * Sound that is taken, by its media type as the host tells it from the content, with the extension of its files. What
 * comes after amr needs ffmpeg; a recorder, phone or dictation device writes each of them.
 */
export const soundExtensions = {
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'video/mp4': 'mp4',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'video/webm': 'webm',
  'video/matroska': 'mka',
  'video/quicktime': 'mov',
  'video/3gpp': '3gp',
  'audio/flac': 'flac',
  'audio/amr': 'amr',
  'audio/aiff': 'aiff',
  'audio/x-caf': 'caf',
  'audio/x-ms-asf': 'wma',
} as const;

export type SoundType = keyof typeof soundExtensions;

export const soundTypes = Object.keys(soundExtensions) as [SoundType, ...SoundType[]];

/** Their names, for a person. */
export const soundFormats = 'wav, mp3, m4a, mp4, mov, 3gp, aac, ogg, opus, webm, mka, flac, amr, aiff, caf or wma';

export function isSoundType(type: string): type is SoundType {
  return Object.hasOwn(soundExtensions, type);
}
