import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';

/** A visit of a corpus, with the note that a clinician wrote on it. */
export interface Visit {
  readonly id: string;
  readonly turns: readonly { readonly speaker: string; readonly text: string }[];
  /** Which of the speakers is the clinician in truth. */
  readonly clinician: string;
  /** The dialogue as it stands in the corpus. */
  readonly dialogue: string;
  readonly note: string;
}

const shared = new URL('../../../../shared/data/', import.meta.url);

/** Whether the corpora lie beside the checkout. */
export const corporaThere = existsSync(new URL('aci-bench/', shared));

/**
 * In these the labels are swapped: the one called patient examines and prescribes. The first four are known upstream;
 * the others were
 * found by reading.
 */
const swapped: ReadonlySet<string> = new Set([
  'D2N034',
  'D2N056',
  'D2N114',
  'D2N190',
  'D2N038',
  'D2N057',
  'D2N059',
  'D2N082',
]);

const aciRow = z.object({ encounter_id: z.string(), dialogue: z.string(), note: z.string() });

/** Visits of ACI-Bench (Yim et al., 2023). */
export function visitsOfAciBench(split: 'train' | 'valid' | 'test1'): Visit[] {
  const rows = parse(readFileSync(new URL(`aci-bench/${split}.csv`, shared)), { columns: true });
  return z
    .array(aciRow)
    .parse(rows)
    .map(({ encounter_id: id, dialogue, note }) => ({
      id,
      turns: [...dialogue.matchAll(/^\[(\w+)\]([^[]*)/gm)].map(([, speaker = '', text = '']) => ({
        speaker,
        text: text.trim(),
      })),
      clinician: swapped.has(id) ? 'patient' : 'doctor',
      dialogue,
      note,
    }));
}

const primockRow = z.object({
  id: z.string(),
  utterances: z.array(z.object({ speaker: z.string(), text: z.string() })),
});

/** Visits of PriMock57 (Papadopoulos Korfiatis et al., 2022); their notes are telegrams, and are not compared. */
export function visitsOfPriMock57(): Visit[] {
  return readFileSync(new URL('primock57/visits.jsonl', shared), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { id, utterances } = primockRow.parse(JSON.parse(line));
      return {
        id,
        turns: utterances,
        clinician: 'doctor',
        dialogue: utterances.map(({ speaker, text }) => `[${speaker}] ${text}`).join('\n'),
        note: '',
      };
    });
}
