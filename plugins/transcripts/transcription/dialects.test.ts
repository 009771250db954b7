import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasSharedData, sharedData } from '../testing/shared.ts';
import { parseCsv } from './csv.ts';
import { parseCues } from './cues.ts';
import { parsePlainText } from './plain-text.ts';
import { segmentsOf } from './segments.ts';
import { parseTranscriptJson } from './transcript-json.ts';

/** Names, roles and words as the record has them. */
function read(text: string, format: 'cues' | 'text' | 'json' = 'text') {
  const cues = () => parseCues(text).cues.map((cue) => ({ ...cue, confidence: null }));
  const { utterances } =
    format === 'cues'
      ? { utterances: cues() }
      : format === 'json'
        ? parseTranscriptJson(text)
        : (parseCsv(text) ?? parsePlainText(text));
  return segmentsOf(utterances, 3_600_000).segments.map(({ name, role, text: said }) => [name, role, said]);
}

type Turn = readonly [name: string, text: string];
const visits: readonly (readonly Turn[])[] = [
  ['Dr. Ann Wood', 'Sam Hill'],
  ['Dr Ines Möller', 'Jürgen Groß'],
  ['Dr. A. de la Cruz', "Rosa D'Angelo-Smith"],
  ['Dr Wu', 'Mary Ann Lee'],
  ['Dr. Omar Al-Sayed', 'J. Brown'],
  ['Dr. Eva von Stein', 'Peter Long'],
  ['Dr McKay', 'LeBron King'],
  ["Dr. Sean O'Neil", 'Ada Byron King'],
  ['Dr Li', 'Bo Ek'],
  ['Dr. Zoë Ångström', 'Søren Holm'],
].map(([doctor = '', patient = '']) => [
  [doctor, 'Any allergies to medicines?'],
  [patient, 'Penicillin, it gives me hives.'],
  [doctor, 'Your blood pressure is fine: 120/80. We will start azithromycin.'],
  [patient, 'Okay, thank you.'],
]);

const clock = (index: number) => `00:0${index}`;
const inText: readonly (readonly [dialect: string, line: (turn: Turn, index: number) => string])[] = [
  ['Name: words', ([name, text]) => `${name}: ${text}\n`],
  ['time, then Name: words (Tactiq)', ([name, text], i) => `${clock(i)} ${name}: ${text}\n`],
  ['time in brackets (Descript)', ([name, text], i) => `[00:${clock(i)}] ${name}: ${text}\n`],
  ['time in round brackets', ([name, text], i) => `(00:${clock(i)}) ${name}: ${text}\n`],
  ['name and time above (Otter)', ([name, text], i) => `${name}  0:0${i}\n${text}\n\n`],
  ['name and time in brackets (Rev)', ([name, text], i) => `${name} (00:${clock(i)}):\n${text}\n\n`],
  ['time, name above (Fathom)', ([name, text], i) => `0:0${i} - ${name}\n${text}\n\n`],
  ['@time', ([name, text], i) => `@0:0${i} - ${name}\n${text}\n\n`],
  ['name, then time (Fireflies)', ([name, text], i) => `${name}\n${clock(i)}\n${text}\n\n`],
  ['span, name, words (Teams)', ([name, text], i) => `0:0:${i}.0 --> 0:0:${i + 1}.310\n${name}\n${text}\n`],
  ['name above', ([name, text]) => `${name}\n${text}\n\n`],
  ['name in square brackets', ([name, text]) => `[${name}] ${text}\n`],
  ['bold name', ([name, text]) => `**${name}:** ${text}\n`],
  ['name with a role', ([name, text], i) => `${name} (${i % 2 === 0 ? 'Provider' : 'Patient'}): ${text}\n`],
  ['>> Name', ([name, text]) => `>> ${name}: ${text}\n`],
  ['capitals and a dash', ([name, text]) => `${name.toUpperCase()} - ${text}\n`],
  ['CSV', ([name, text], i) => `${i === 0 ? 'start,end,speaker,text\n' : ''}${i},${i + 1},"${name}","${text}"\n`],
  ['CSV with semicolons', ([name, text], i) => `${i === 0 ? 'Speaker;Text;Start\n' : ''}${name};${text};${i}\n`],
];
const inCues: typeof inText = [
  ['voices', ([name, text], i) => `0:0:${i}.5 --> 0:0:${i}.900\n<v ${name}>${text}</v>\n\n`],
  ['Name: (Zoom)', ([name, text], i) => `${i + 1}\n00:${clock(i)}.000 --> 00:${clock(i)}.900\n${name}: ${text}\n\n`],
  ['Webex', ([name, text], i) => `${i + 1} "${name}" (123)\n00:${clock(i)}.000 --> 00:${clock(i)}.900\n${text}\n\n`],
  ['[Name]', ([name, text], i) => `00:${clock(i)}.000 --> 00:${clock(i)}.900\n[${name}] ${text}\n\n`],
];

describe('speakers keep their names, their roles and all of their words', () => {
  test.each([
    ...inText.map(([dialect, line]) => ['text', dialect, line] as const),
    ...inCues.map(([dialect, line]) => ['cues', dialect, line] as const),
  ])('%s: %s', (format, dialect, line) => {
    for (const visit of visits) {
      const file = `${format === 'cues' ? 'WEBVTT\n\n' : ''}${visit.map(line).join('')}`;
      const expected = visit.map(([name, text], index) => [
        dialect.startsWith('capitals') ? name.toUpperCase() : name,
        index % 2 === 0 ? 'clinician' : 'patient',
        text,
      ]);
      expect(read(file, format)).toEqual(expected);
    }
  });

  test.each([
    ['doc', 'pt'],
    ['Doctor', 'Patient'],
    ['PROVIDER', 'CLIENT'],
    ['Arzt', 'Patientin'],
    ['Ärztin', 'Patient'],
    ['clinician', 'patient'],
    ['Dr', 'Pt'],
    ['DOC', 'PT'],
    ['Doctor 1', 'Patient 1'],
    ['Physician', 'Patient'],
  ])('%s and %s are roles', (clinician, patient) => {
    const roles = read(`${clinician}: Any fever?\n${patient}: No.\n`).map(([, role]) => role);
    expect(roles).toEqual(['clinician', 'patient']);
  });

  test('Jane Roe, MD is a clinician', () => {
    expect(read('Jane Roe, MD: Any fever?\nSam Hill: No.\n')).toEqual([
      ['Jane Roe, MD', 'clinician', 'Any fever?'],
      ['Sam Hill', 'patient', 'No.'],
    ]);
  });
});

test.each([
  'Plan: chest x-ray',
  'Allergies: penicillin',
  'BP: 120/80',
  'Pulse: 80 and regular',
  'Weight: 80 kilos',
  'Patient education: rest',
  'Left knee: swollen',
  'Follow-up: in two weeks',
  'at 10:30: it woke me',
  'Meds: none',
])('“%s” stays in the words of who says it', (line) => {
  expect(read(`doc: This is what I have.\npt: Okay.\ndoc: Well.\n${line}\npt: Good.\n`)).toContainEqual([
    undefined,
    'clinician',
    expect.stringContaining(line),
  ]);
});

test('dashes in one cue tell two speakers apart, whose roles are unknown', () => {
  const file = '00:01.000 --> 00:02.000\n- Any fever?\n- No.\n\n00:03.000 --> 00:04.000\n[DOCTOR] Good.\n';
  expect(read(file, 'cues').map(([, role, text]) => [role, text])).toEqual([
    ['unknown', 'Any fever?'],
    ['unknown', 'No.'],
    ['clinician', 'Good.'],
  ]);
  expect(parseCues(file).dashed).toEqual([1]);
});

test('what exporters write around a transcript is in a warning, and a sentence there is kept', () => {
  const { warnings } = parsePlainText(
    'Visit - Transcript\n\nAttendees\nDr Wood, Sam\n\n00:00:00\n\nDr Wood: Any fever?\nSam Hill: No.\n\nTranscription ended after 00:05:40\n',
  );
  expect(warnings).toEqual([expect.stringContaining('Lines 1, 3, 4, 11')]);
  expect(read('I came late.\nDr Wood: Any fever?\nSam Hill: No.\n')[0]).toEqual([undefined, 'unknown', 'I came late.']);
});

test('a line that may name a speaker and is read as words is warned of', () => {
  const text = 'Doctor: Any fever?\nPatient: No.\nZed: Hello.\n';
  expect(read(text)[2]).toEqual([undefined, 'unknown', 'Zed: Hello.']);
  expect(parsePlainText(text).warnings).toEqual([expect.stringMatching(/^Line 3: .*may name a speaker/)]);
});

test('no word of a plain text is lost', () => {
  const pieces = [
    'Anna',
    'Dr Wood',
    'pt',
    ':',
    ' - ',
    '\n',
    '\n\n',
    ' hello ',
    '0:05',
    '[',
    ']',
    'Plan',
    ' 120/80 ',
    ', ',
    ' ',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      const { utterances, warnings = [] } = parsePlainText(text);
      const kept = [...utterances.flatMap(({ speaker, text: said }) => [speaker ?? '', said]), ...warnings].join(' ');
      // A name without words after it says nothing.
      for (const word of ['hello', '120/80']) if (text.includes(word)) expect(kept).toContain(word);
    }),
    { numRuns: 1000 },
  );
});

const words = [
  { text: 'Any', at: 0.5 },
  { text: 'fever?', at: 1 },
  { text: 'No.', at: 2 },
];
const who = (index: number) => (index < 2 ? 0 : 1);
test.each([
  [
    'Amazon Transcribe',
    {
      status: 'COMPLETED',
      results: {
        items: words.map(({ text, at }, i) => ({
          ...{ start_time: `${at}`, end_time: `${at + 0.5}`, type: 'pronunciation', speaker_label: `spk_${who(i)}` },
          alternatives: [{ content: text, confidence: '0.9' }],
        })),
      },
    },
  ],
  [
    'Amazon Transcribe, with marks and speakers apart',
    {
      status: 'COMPLETED',
      results: {
        language_code: 'en-US',
        speaker_labels: {
          speakers: 2,
          segments: [words.slice(0, 2), words.slice(2)].map((part, speaker) => ({
            ...{ start_time: `${part[0]?.at}`, end_time: '3.0', speaker_label: `spk_${speaker}` },
            items: part.map(({ at }) => ({
              ...{ start_time: `${at}`, end_time: `${at + 0.5}`, speaker_label: `spk_${speaker}` },
            })),
          })),
        },
        items: words.flatMap(({ text, at }) => {
          const [, word = '', mark = ''] = /^(\w+)(\W?)$/.exec(text) ?? [];
          const times = { start_time: `${at}`, end_time: `${at + 0.5}` };
          return [
            { ...times, type: 'pronunciation', alternatives: [{ content: word, confidence: '0.9' }] },
            ...(mark === '' ? [] : [{ type: 'punctuation', alternatives: [{ content: mark, confidence: '0.0' }] }]),
          ];
        }),
      },
    },
  ],
  [
    'Deepgram, with a channel for each speaker',
    {
      results: {
        channels: [words.slice(0, 2), words.slice(2)].map((part) => ({
          alternatives: [
            {
              words: part.map(({ text, at }) => ({
                ...{ word: text.toLowerCase(), punctuated_word: text, start: at, end: at + 0.5, confidence: 0.9 },
              })),
            },
          ],
        })),
      },
    },
  ],
  [
    'Google, whose last result repeats the words with speakers',
    {
      results: [
        {
          alternatives: [
            { words: words.map(({ text, at }) => ({ word: text, startTime: `${at}s`, endTime: `${at + 0.5}s` })) },
          ],
        },
        {
          alternatives: [
            {
              words: words.map(({ text, at }, i) => ({
                ...{ word: text, startTime: `${at}s`, endTime: `${at + 0.5}s`, speakerTag: who(i) + 1 },
              })),
            },
          ],
        },
      ],
    },
  ],
  [
    'Deepgram',
    {
      results: {
        channels: [
          {
            alternatives: [
              {
                words: words.map(({ text, at }, i) => ({
                  ...{ word: text, start: at, end: at + 0.5, confidence: 0.9, speaker: who(i) },
                })),
              },
            ],
          },
        ],
      },
    },
  ],
  [
    'Google',
    {
      results: [
        {
          alternatives: [
            {
              words: words.map(({ text, at }, i) => ({
                ...{ word: text, startTime: `${at}s`, endTime: `${at + 0.5}s`, speakerTag: who(i) + 1 },
              })),
            },
          ],
        },
      ],
    },
  ],
])('the JSON of %s is read by speakers with times', (_, content) => {
  const { utterances } = parseTranscriptJson(JSON.stringify(content));
  expect(utterances.map(({ startMs, text }) => [startMs, text])).toEqual([
    [500, 'Any fever?'],
    [2000, 'No.'],
  ]);
  expect(new Set(utterances.map(({ speaker }) => speaker)).size).toBe(2);
});

test('chunks of transformers keep their times', () => {
  const chunks = [
    { timestamp: [0, 2.5], text: ' Any fever?' },
    { timestamp: [2.5, null], text: ' No.' },
  ];
  expect(parseTranscriptJson(JSON.stringify({ text: '', chunks })).utterances).toMatchObject([
    { startMs: 0, endMs: 2500 },
    { startMs: 2500, endMs: 2500 },
  ]);
});

test.skipIf(!hasSharedData)('the cases of formats are read by speakers', () => {
  const cases = [
    '24-name-with-comma.vtt',
    '25-teams-pasted.txt',
    '26-meet.txt',
    '27-names-dropped.vtt',
    '28-name-comma-title.txt',
    '29-name-paren-role.txt',
    '30-webex.vtt',
    '31-rows.csv',
    '32-doc-pt.txt',
    '33-header-is-speaker.txt',
  ];
  for (const name of cases) {
    const text = readFileSync(join(sharedData, 'cases/clinical', name), 'utf8').replace(/^\uFEFF/, '');
    const roles = read(text, name.endsWith('vtt') ? 'cues' : 'text').map(([, role]) => role);
    expect(roles, name).toEqual(roles.map((_, index) => (index % 2 === 0 ? 'clinician' : 'patient')));
  }
});
