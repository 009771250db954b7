import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { readArchive } from '../../core/archive/read.ts';
import { packTar } from '../../core/archive/tar.ts';
import calendarLines from '../../plugins/events/import/calendar/calendar-work.ts';
import { readCsv } from '../../plugins/events/import/csv.ts';
import { parseCues } from '../../plugins/transcripts/transcription/cues.ts';
import { parsePlainText } from '../../plugins/transcripts/transcription/plain-text.ts';
import { segmentsOf } from '../../plugins/transcripts/transcription/segments.ts';
import { parseTranscriptJson } from '../../plugins/transcripts/transcription/transcript-json.ts';
import { UnreadableTranscript } from '../../plugins/transcripts/transcription/uploaded-transcript.ts';
import type { Target } from './target.ts';

const tour = resolve(import.meta.dirname, '../../config/tour');
const bytes = (...lines: readonly string[]) => Buffer.from(`${lines.join('\n')}\n`);

/** Subtitles and other transcripts that are uploaded: every reader gets every input. */
export async function cues(): Promise<Target> {
  const readers = [
    (text: string) => void parseCues(text),
    (text: string) => {
      const { utterances } = parsePlainText(text);
      segmentsOf(utterances, 1);
    },
    (text: string) => void parseTranscriptJson(text),
  ];
  return {
    seeds: [
      await readFile(join(tour, 'consultation.vtt')),
      bytes(
        '1',
        '00:00:01,000 --> 00:00:04,000',
        'Doctor: Good morning.',
        '',
        '2',
        '00:00:05,000 --> 00:00:06,500',
        'Patient: <i>Hello</i> &amp; so on.',
      ),
      bytes(
        'WEBVTT',
        '',
        'NOTE a note',
        '',
        'STYLE',
        '::cue { }',
        '',
        'a',
        '01:02.003 --> 01:04.000 align:start',
        '<v.loud Ann>Hello <00:01:03.000> there</v>',
      ),
      bytes('[00:01:02] Doctor: Good morning.', '[00:01:05] Patient: Hello.'),
      bytes(
        '{"text":"Hello.","segments":[{"start":0,"end":1.5,"text":"Hello.","speaker":"A","words":[{"word":"Hello","start":0,"end":1}]}],"language":"en"}',
      ),
      bytes(
        '{"utterances":[{"speaker":"A","start":0,"end":900,"text":"Hello.","confidence":0.9,"words":[]}],"language_code":"en_us"}',
      ),
    ],
    words: [
      'WEBVTT',
      ' --> ',
      '00:00:01.000',
      '00:00:01,000',
      '<v ',
      '</v>',
      'NOTE',
      'STYLE',
      'Doctor: ',
      '&amp;',
      '[00:01]',
      '\n\n',
      '"start":',
      '"words":[',
      '"text":"',
    ],
    async read(input) {
      const text = Buffer.from(input).toString('utf8');
      for (const reader of readers) {
        try {
          reader(text);
        } catch (thrown) {
          if (!(thrown instanceof UnreadableTranscript)) throw thrown;
        }
      }
    },
  };
}

/** Tables of events. */
export async function csv(): Promise<Target> {
  return {
    seeds: [
      await readFile(join(tour, 'clinic-move.csv')),
      bytes('event_id,description,time,location,causes', 'a,"It ""happens"", twice",2025-03-01T00:00:00Z,Berlin,b;c'),
    ],
    words: [',', ';', '\t', '"', '""', '\r\n', 'event_id', 'causes', 'lat', 'lon', '2025-03-01T00:00:00Z', '\ufeff'],
    async read(input) {
      async function* pieces() {
        for (let at = 0; at < input.length; at += 65_536) yield input.subarray(at, at + 65_536);
      }
      for await (const _lines of readCsv(pieces()));
    },
  };
}

/** Calendars. In a host a child process reads them, which is ended if it takes too long. */
export async function calendar(): Promise<Target> {
  const event = (...lines: readonly string[]) =>
    bytes(
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      ...lines.slice(0, 0),
      'BEGIN:VEVENT',
      'UID:a@b',
      'SUMMARY:Visit',
      ...lines,
      'END:VEVENT',
      'END:VCALENDAR',
    );
  return {
    seeds: [
      event('DTSTART:20250301T090000Z', 'DTEND:20250301T100000Z', 'LOCATION:Berlin', 'GEO:52.5;13.4'),
      event(
        'DTSTART;TZID=Europe/Berlin:20250301T090000',
        'DURATION:PT1H',
        'RRULE:FREQ=WEEKLY;COUNT=5;BYDAY=MO,WE',
        'EXDATE;TZID=Europe/Berlin:20250303T090000',
      ),
      event(
        'DTSTART;VALUE=DATE:20250301',
        'RRULE:FREQ=YEARLY;UNTIL=20350101;BYMONTH=3;BYDAY=1SU',
        'RDATE;VALUE=DATE:20250401',
      ),
    ],
    words: [
      'RRULE:',
      'FREQ=SECONDLY',
      'FREQ=YEARLY',
      ';BYDAY=-1SU',
      ';BYSETPOS=-1',
      ';INTERVAL=2',
      ';COUNT=9',
      ';UNTIL=20300101T000000Z',
      'EXDATE:',
      'RDATE:',
      'DTSTART:',
      'TZID=America/New_York',
      'BEGIN:VTIMEZONE',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'END:VEVENT',
      'RECURRENCE-ID:',
      '\r\n ',
      'DURATION:-P1W',
    ],
    async read(input) {
      for (const _line of calendarLines(input));
    },
  };
}

/** Backup files. */
export async function archive(): Promise<Target> {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'backup.tar');
  const manifest = { format: 1, chronoscribe: '0.1.0', createdAt: '2025-03-01T00:00:00.000Z', store: [], blobs: [] };
  const entry = (name: string, text: string) => {
    const content = Buffer.from(text);
    async function* whole() {
      yield content;
    }
    return { name, bytes: content.length, content: whole() };
  };
  const packed = await Array.fromAsync(
    packTar([entry('manifest.json', JSON.stringify(manifest)), entry('manifest.sha256', '0')]),
  );
  return {
    seeds: [Buffer.concat(packed)],
    words: [
      'manifest.json',
      'ustar\0',
      '"store":[',
      '"blobs":[',
      '"format":1',
      '{"name":"a","bytes":1,"sha256":"0"}',
      '0000644\0',
      '77777777777',
    ],
    async read(input) {
      await writeFile(file, input);
      try {
        const { entries, blobs } = await readArchive(file, () => undefined);
        for await (const _entry of entries());
        for await (const { content } of blobs()) for await (const _chunk of content);
      } catch (thrown) {
        // What is wrong with a file is told by its name.
        if (!(thrown instanceof Error) || !thrown.message.includes(file)) throw thrown;
      }
    },
    stop: () => folder.remove(),
  };
}
