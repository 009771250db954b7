import { describe, expect, test } from 'vitest';
import { tidyUtterances } from './utterances.ts';

const said = (startMs: number, endMs: number, text = 'yes', more: object = {}) => ({
  speaker: 'A',
  startMs,
  endMs,
  text,
  confidence: 0.5,
  ...more,
});

describe('utterances of a recogniser', () => {
  test('are put in order of time', () => {
    const tidy = tidyUtterances([said(500, 600, 'second'), said(0, 900, 'first'), said(500, 550, 'in between')], 1000);
    expect(tidy.map(({ text }) => text)).toEqual(['first', 'in between', 'second']);
  });

  test('are kept within the recording, in whole milliseconds', () => {
    expect(tidyUtterances([said(-20, 10.6), said(990.2, 1250), said(1300, 1200)], 1000)).toEqual([
      said(0, 11),
      said(990, 1000),
      said(1000, 1000),
    ]);
  });

  test('never end before they begin', () => {
    expect(tidyUtterances([said(700, 300)], 1000)).toEqual([said(700, 700)]);
  });

  test('are trimmed, on one line, and left out when nothing remains', () => {
    const tidy = tidyUtterances([said(0, 1, ' My\n lower  back '), said(1, 2, ' \n')], 10);
    expect(tidy.map(({ text }) => text)).toEqual(['My lower back']);
  });

  test('have a confidence from 0 to 1, or none', () => {
    const scores = [1.0003, -0.1, null].map((confidence, at) => said(at, at, 'yes', { confidence }));
    expect(tidyUtterances(scores, 10).map(({ confidence }) => confidence)).toEqual([1, 0, null]);
  });

  test('have no speaker where its label is blank', () => {
    expect(tidyUtterances([said(0, 1, 'yes', { speaker: ' ' })], 10)[0]?.speaker).toBeNull();
  });
});
