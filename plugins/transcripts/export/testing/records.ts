import { proofOf } from 'chronoscribe/kinds/writer';
import type { NoteStatement, Segment, TranscriptRecord } from '../../kind.ts';
import { formatNamed, ownFormats } from '../index.ts';

export function segment(number: number, speaker: string, text: string): Segment {
  const startMs = number * 4321;
  return { id: `s${number}`, speaker, role: 'unknown', startMs, endMs: startMs + 4001, text, confidence: null };
}

export const statement = (text: string, grounded = true): NoteStatement => {
  const support = grounded ? { evidence: ['s1'], doubts: [] } : { evidence: [], doubts: ['no-evidence'] };
  return { id: 'n1', text, origin: 'writer', grounded, ...support, ...proofOf({}) };
};

const engine = { provider: 'whisper', model: 'tiny.en', version: '1.13' };

/** A short visit of two who were given names. */
export function record(changes: Partial<TranscriptRecord> = {}): TranscriptRecord {
  return {
    id: '0b5f7c1e-5c3c-4f0e-9a53-2f1d7f5c9e11',
    account: 'acc_1',
    createdAt: Date.UTC(2025, 10, 20, 9, 30),
    version: 1,
    ...{ changedAt: Date.UTC(2025, 10, 20, 9, 30), by: null },
    form: 'audio-note',
    template: 'soap',
    note: 'Subjective:\nKnee pain for two weeks.',
    transcript: '--- Transcript:',
    language: 'en',
    durationMs: 20_000,
    marks: [],
    segments: [segment(1, 'Speaker 1', 'What brings you in?'), segment(2, 'Speaker 2', 'My knee hurts.')],
    speakers: [
      { speaker: 'Speaker 1', name: 'Dr. Adler', role: 'clinician' },
      { speaker: 'Speaker 2', name: null, role: 'patient' },
    ],
    sections: [
      { name: 'Subjective', statements: [statement('Knee pain for two weeks.')] },
      { name: 'Plan', statements: [statement('Ibuprofen 900 mg.', false)] },
      { name: 'Follow-Up', statements: [] },
    ],
    facts: [],
    coverage: { language: 'en', facts: 0, in_note: 0, omitted: [], unmentioned: [] },
    findings: null,
    warnings: ['1 statement of the note is not borne out.'],
    ...{ title: '', patient: null, visit: null },
    ...{ status: 'draft', signature: null, addenda: [], reopenings: [] },
    providers: { transcriber: engine, writer: { provider: 'extractive', model: null, version: null } },
    ...changes,
  };
}

/** Texts that mean something to one format or another. */
export const hostileTexts: readonly string[] = [
  'a --> b',
  '00:00:01.000 --> 00:00:02.000',
  'one\n\n2\n00:00:01,000 --> 00:00:02,000\nNurse: two',
  'WEBVTT\n\nNOTE x',
  'Plan:\nMorphine.',
  'Blood pressure: 120 over 80',
  '<v Nurse>I said</v> <b>so</b> & a < b > c',
  '&amp; &lt; &#60; &#x3c; &nope; &nbsp;',
  '{\\an8} up {b}',
  '# heading\n## Plan',
  '- item\n1. item 2) item * item + item',
  '> quote `code` ```js **bold** _em_ ~~gone~~ | table |',
  '[link](https://x.example) ![image](x) <https://x.example> www.x.example a@b.example',
  '===\n---\n***',
  '<script>alert(1)</script></div>]]><!-- -->',
  'tab\tbell\u0007nul\u0000escape\u001b[31m c1\u0085\u009b',
  'line\u2028paragraph\u2029feed\fvertical\v return\r end',
  'lone \uD800 surrogate, \uFFFE \uFFFF, \u{1F9B4} bone, \u202Egnp.exe',
  '"quoted" \\ back\\slash \'single\'',
];

/** A record in a format, at once. */
export function exportOf(shown: TranscriptRecord, format: string): string {
  return [...formatNamed(ownFormats, format).pieces(shown)].join('');
}
