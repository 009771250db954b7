import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine } from 'chronoscribe/host';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { documentFaults } from '../../../test/doubles/fhir-document.ts';
import type { TranscriptRecord } from '../kind.ts';
import { hasSharedData, sharedData } from '../testing/shared.ts';
import { parseCues } from '../transcription/cues.ts';
import { segmentsOf } from '../transcription/segments.ts';
import { exportOf, record, segment, statement } from './testing/records.ts';
import { spokenLines } from './turns.ts';

const Visit = z.object({
  id: z.string(),
  note: z.string(),
  utterances: z.array(z.object({ speaker: z.string(), start: z.number(), end: z.number(), text: z.string() })),
});

const read = (name: string) => readFileSync(join(sharedData, name), 'utf8');

/** Visits as a recogniser would hear them, with the names of PriMock57's speakers. */
function visits(): TranscriptRecord[] {
  const lines = read('primock57/visits.jsonl').trimEnd().split('\n');
  return lines.map((line) => {
    const { note, utterances } = Visit.parse(JSON.parse(line));
    const heard = utterances.map(({ speaker, start, end, text }) => ({
      ...{ speaker, text, startMs: start * 1000, endMs: end * 1000, confidence: null },
    }));
    const { segments } = segmentsOf(heard, 4 * 3_600_000);
    const sections = [{ name: 'Subjective', statements: note.split('\n').map((text) => statement(text)) }];
    const labels = new Map(segments.map(({ speaker, role }) => [speaker, role]));
    return record({
      segments,
      sections,
      speakers: [...labels].map(([speaker, role]) => ({ speaker, name: null, role })),
    });
  });
}

/** Every string that is known to break something, said and written. */
function naughty(): TranscriptRecord {
  const strings = z.array(z.string()).parse(JSON.parse(read('text/blns.json')));
  return record({
    segments: strings.map((text, index) => segment(index, `Speaker ${(index % 2) + 1}`, text)),
    sections: [{ name: 'Plan', statements: strings.map((text) => statement(text, false)) }],
    warnings: strings,
  });
}

describe.runIf(hasSharedData)('whole visits, and strings that break things', () => {
  const all = () => [...visits(), naughty()];

  test.each(['vtt', 'srt'] as const)('come back from %s word by word', (format) => {
    for (const visit of all()) {
      const names = new Map(visit.speakers.map(({ speaker, name }) => [speaker, name ?? speaker]));
      const said = [...spokenLines(visit)]
        .map(({ segment: line }) => line)
        // A soft hyphen, which is not seen, is not read.
        .map(({ speaker, startMs, endMs, text }) => [
          names.get(speaker),
          startMs,
          endMs,
          text.replaceAll('\u00ad', '').trim(),
        ]);
      const { cues } = parseCues(exportOf(visit, format));
      expect(cues.map(({ speaker, startMs, endMs, text }) => [speaker, startMs, endMs, text])).toEqual(said);
    }
  });

  test('are whole FHIR documents', () => {
    for (const visit of all()) expect(documentFaults(JSON.parse(exportOf(visit, 'fhir')))).toEqual([]);
  });

  test('keep a line for each statement and each segment in texts for people', () => {
    for (const visit of all()) {
      const written = visit.sections
        .flatMap(({ statements }) => statements)
        .filter(({ text }) => oneLine(text) !== '').length;
      const warned = visit.warnings.filter((text) => oneLine(text) !== '').length;
      const count = (format: 'md' | 'txt', line: RegExp) => exportOf(visit, format).match(line)?.length;
      // A line says that the note is not signed.
      expect(count('txt', /^- /gm)).toBe(written + warned + 1);
      expect(count('txt', /^\[\d\d:/gm)).toBe([...spokenLines(visit)].length);
      expect(count('md', /^- /gm)).toBe(written + warned + 1 + [...spokenLines(visit)].length);
    }
  });
});
