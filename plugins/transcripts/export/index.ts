import type { ExportFormat, TranscriptRecord } from '../kind.ts';
import { documentBundle } from './fhir/bundle.ts';
import { markdown } from './markdown.ts';
import { plainText } from './plain-text.ts';
import { subRip } from './subrip.ts';
import { webVtt } from './webvtt.ts';

/**
 * A record in a format, as text in UTF-8; media types are in `exportFormats`. The same record always gives the same text. Names that
 * were given to speakers stand in place of their numbers; whatever the texts of a record hold, none ends the line, cue or element it
 * stands in.
 */
export function exportOf(record: TranscriptRecord, format: ExportFormat): string {
  switch (format) {
    case 'md':
      return markdown(record);
    case 'txt':
      return plainText(record);
    case 'vtt':
      return webVtt(record);
    case 'srt':
      return subRip(record);
    case 'json':
      return json(record);
    case 'fhir':
      return JSON.stringify(documentBundle(record), null, 2);
    default:
      return format satisfies never;
  }
}

/** Whose record it is in this house is nothing for the world outside. */
function json({ account: _, ...record }: TranscriptRecord): string {
  return JSON.stringify(record, null, 2);
}
