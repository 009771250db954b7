import type { Passage } from 'chronoscribe/kinds/grounding';
import { contentWords, normalizeSynonyms, numbersToDigits } from '../../../providers/grounding/language.ts';
import { checkStatement } from '../../../providers/grounding/rules/check.ts';
import { visitsOfAciBench } from '../notes/visits.ts';
import { passagesOf } from '../notes/writing.ts';
import { table } from '../table.ts';
import { corruptions } from './corruptions.ts';

/** A sentence of a clinician's own note, and the passages that it rests on. */
interface Written {
  readonly text: string;
  readonly evidence: readonly string[];
  readonly passages: readonly Passage[];
}

/** Share of the content words of a sentence, by their rarity, that passages must have for it to rest on them. */
const minCovered = 0.6;
const mostPassages = 4;

/** Sentences of the notes of clinicians that rest on at most a few passages of their visit, with the turns beside them. */
function writtenSentences(split: 'train' | 'valid' | 'test1'): Written[] {
  return visitsOfAciBench(split).flatMap((visit) => {
    const list = passagesOf(visit);
    const words = list.map(({ text }) => new Set(wordsOf(text)));
    const rarity = (word: string) => 1 / (1 + words.filter((each) => each.has(word)).length);
    return sentencesOf(visit.note).flatMap((text): Written[] => {
      let left = new Set(wordsOf(text));
      const all = [...left].reduce((sum, word) => sum + rarity(word), 0);
      if (left.size < 2) return [];
      let covered = 0;
      const chosen = new Set<number>();
      while (chosen.size < mostPassages && left.size > 0) {
        const gains = words.map((each) =>
          [...left].reduce((sum, word) => sum + (each.has(word) ? rarity(word) : 0), 0),
        );
        const best = gains.indexOf(Math.max(...gains));
        if ((gains[best] ?? 0) <= 0) break;
        covered += gains[best] ?? 0;
        chosen.add(best);
        left = new Set([...left].filter((word) => words[best]?.has(word) !== true));
      }
      if (covered < minCovered * all) return [];
      const near = new Set([...chosen].flatMap((at) => [at - 1, at, at + 1]));
      return [{ text, evidence: list.flatMap(({ id }, at) => (near.has(at) ? id : [])), passages: list }];
    });
  });
}

function wordsOf(text: string): readonly string[] {
  return contentWords(normalizeSynonyms(numbersToDigits(text)));
}

function sentencesOf(note: string): string[] {
  return note
    .split('\n')
    .filter((line) => !/^[A-Z &/:]+$/.test(line.trim()))
    .flatMap((line) => line.replace(/^\s*[-•]\s*/, '').split(/(?<=[.?!])(?<!\b(?:Dr|Mr|Mrs|Ms|St|vs|e\.g|i\.e)\.)\s+/))
    .map((line) => line.trim())
    .filter((sentence) => /\p{L}{3}.*\p{L}{3}/u.test(sentence));
}

function isDoubted({ text, evidence, passages }: Written): boolean {
  return !checkStatement({ text, evidence }, { passages, images: new Set() }).grounded;
}

/** Sentences of clinicians, as they are, and those that are not doubted made wrong. */
export function benchClinicianNotes(): void {
  for (const split of ['train', 'valid', 'test1'] as const) {
    const all = writtenSentences(split);
    const accepted = all.filter((each) => !isDoubted(each));
    const rows = Object.entries(corruptions).map(([name, corrupt]) =>
      counted(
        `${name}, of those accepted`,
        accepted.flatMap((each) => {
          const text = corrupt(each.text);
          return text === undefined ? [] : [{ ...each, text }];
        }),
      ),
    );
    table(
      `Sentences of clinicians' own notes checked against the passages that they rest on (ACI-Bench, ${split})`,
      ['statements', 'number', 'doubted'],
      [counted('as a clinician wrote them', all), ...rows],
    );
  }
}

function counted(name: string, all: readonly Written[]): readonly string[] {
  const doubted = all.filter(isDoubted).length;
  return [name, String(all.length), all.length === 0 ? '–' : `${((100 * doubted) / all.length).toFixed(1)} %`];
}
