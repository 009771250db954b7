import { Writer } from 'chronoscribe/kinds/writer';
import { startProvider } from 'chronoscribe/testing';
import { noteText } from '../../plugins/transcripts/record/note-text.ts';
import extractive from '../../providers/writer/extractive/index.ts';
import { meanRouge, type Rouge, rouge } from './notes/rouge.ts';
import { type Support, supportOf, total } from './notes/support.ts';
import { corporaThere, type Visit, visitsOfAciBench, visitsOfPriMock57 } from './notes/visits.ts';
import { findsClinician, writeNote } from './notes/writing.ts';
import { table } from './table.ts';

/** What the paper on ACI-Bench (Yim et al., 2023) gives in its table 6, for test1. */
const published: readonly (readonly string[])[] = [
  ['the transcript itself, as published', 'test1', '32.84', '12.53', '30.61'],
  ['12 turns of the doctor', 'test1', '35.88', '12.44', '32.72'],
  ['the nearest note of the training visits', 'test1', '43.87', '17.55', '40.47'],
  ['BART', 'test1', '41.76', '19.20', '34.70'],
  ['BART, SAMSum, by division', 'test1', '53.46', '25.08', '48.62'],
  ['ChatGPT', 'test1', '47.44', '19.01', '42.47'],
  ['GPT-4', 'test1', '51.76', '22.58', '45.97'],
];

/**
 * How near the notes of the writer without a model come to those of clinicians, how much of them was said, and whether
 * the clinician
 * is found.
 */
export async function benchNotes(): Promise<void> {
  if (!corporaThere) {
    console.log('\nskipped: ../shared/data/aci-bench is absent');
    return;
  }
  const { instance, stop } = await startProvider(Writer, extractive);
  const scored: string[][] = [];
  const supported: string[][] = [];
  for (const split of ['valid', 'test1'] as const) {
    const visits = visitsOfAciBench(split);
    const transcript = meanRouge(visits.map(({ note, dialogue }) => rouge(note, dialogue)));
    const { scores, support } = await measure(instance, visits);
    scored.push(['the transcript itself', split, ...figures(transcript)], ['extractive', split, ...figures(scores)]);
    supported.push([`ACI-Bench ${split}`, ...shares(support)]);
  }
  supported.push(['PriMock57', ...shares((await measure(instance, visitsOfPriMock57())).support)]);
  await stop();

  table(
    'Notes against those of clinicians (ACI-Bench, F1)',
    ['note', 'visits', 'ROUGE-1', 'ROUGE-2', 'ROUGE-Lsum'],
    [...scored, ...published],
  );
  table('What was said, of the statements of a note', ['visits', 'content words', 'numbers'], supported);
  table(
    'Visits whose clinician is found by the way of speaking',
    ['visits', 'found'],
    [
      ['ACI-Bench', found((['train', 'valid', 'test1'] as const).flatMap(visitsOfAciBench))],
      ['PriMock57', found(visitsOfPriMock57())],
    ],
  );
}

async function measure(writer: Writer, visits: readonly Visit[]): Promise<{ scores: Rouge; support: Support }> {
  const scores: Rouge[] = [];
  const supports: Support[] = [];
  for (const visit of visits) {
    const { sections } = await writeNote(writer, visit);
    scores.push(rouge(visit.note, noteText(sections)));
    supports.push(supportOf(sections, visit.dialogue));
  }
  return { scores: meanRouge(scores), support: total(supports) };
}

function figures({ one, two, lSum }: Rouge): string[] {
  return [one, two, lSum].map((score) => score.toFixed(2));
}

function shares({ words, numbers }: Support): string[] {
  return [words, numbers].map(({ said, all }) =>
    all === 0 ? 'none' : `${((100 * said) / all).toFixed(2)} % of ${all}`,
  );
}

function found(visits: readonly Visit[]): string {
  return `${visits.filter(findsClinician).length} of ${visits.length}`;
}
