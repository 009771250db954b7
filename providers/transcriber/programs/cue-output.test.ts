import { describe, expect, test } from 'vitest';
import { parseSrt, parseVtt } from './cue-output.ts';

const turn = (startMs: number, endMs: number, text: string, speaker: string | null = null) => ({
  speaker,
  startMs,
  endMs,
  text,
  confidence: null,
});

describe('WebVTT', () => {
  test('is read with cue names, settings, notes, speakers and both forms of time', () => {
    const vtt = `\uFEFFWEBVTT - made by a recogniser\r
\r
NOTE 00:00 is the start\r
\r
intro\r
00:01.500 --> 00:02.000 align:start\r
<v Dr. Ito>Good <i>morning</i>.\r
\r
01:00:00.000 --> 01:00:01.250\r
first line\r
second line\r
`;
    expect(parseVtt(vtt)?.utterances).toEqual([
      turn(1500, 2000, 'Good morning.', 'Dr. Ito'),
      turn(3_600_000, 3_601_250, 'first line second line'),
    ]);
  });

  test('keeps signs that were said and are no markup', () => {
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nBP <140 and >90 &amp; rising &unknown;\n';
    expect(parseVtt(vtt)?.utterances[0]?.text.trim()).toBe('BP <140 and >90 & rising &unknown;');
  });

  test('tells two voices in one cue apart', () => {
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Doctor>Any fever?</v> <v Patient>No.</v>\n';
    expect(parseVtt(vtt)?.utterances).toEqual([
      turn(1000, 2000, 'Any fever?', 'Doctor'),
      turn(1000, 2000, 'No.', 'Patient'),
    ]);
  });

  test('without cues means that nobody spoke', () => {
    expect(parseVtt('WEBVTT\n\n')?.utterances).toEqual([]);
  });

  test.each([
    ['nothing', ''],
    ['SubRip', '1\n00:00:01,000 --> 00:00:02,000\nHello\n'],
    ['a time that is none', 'WEBVTT\n\nsoon --> later\nHello\n'],
    ['cues of which one has no times', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n\nsoon --> later\nBye\n'],
    ['a longer first word', 'WEBVTTX\n\n00:01.000 --> 00:02.000\nHello\n'],
  ])('is not %s', (_, text) => {
    expect(parseVtt(text)).toBeNull();
  });
});

describe('SubRip', () => {
  test.each([
    ['WhisperX', '[SPEAKER_01]: Good morning.', 'SPEAKER_01'],
    ['whisper.cpp', '(speaker 1) Good morning.', '1'],
    ['others', 'Good morning.', null],
  ])('tells speakers apart as %s writes them', (_, cue, speaker) => {
    expect(parseSrt(`1\n00:00:01,000 --> 00:00:02,500\n${cue}`)?.utterances).toEqual([
      turn(1000, 2500, 'Good morning.', speaker),
    ]);
  });

  test('that is empty means that nobody spoke', () => {
    expect(parseSrt('\n')?.utterances).toEqual([]);
  });

  test('is not just any text', () => {
    expect(parseSrt('Good morning.')).toBeNull();
  });
});
