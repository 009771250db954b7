import { type CitingStatement, type Fact, Grounding } from 'chronoscribe/kinds/grounding';
import { Writer } from 'chronoscribe/kinds/writer';
import { contentWords, normalizeSynonyms } from 'chronoscribe/language';
import { startProvider } from 'chronoscribe/testing';
import { noteText } from '../../plugins/transcripts/record/note-text.ts';
import rules from '../../providers/grounding/rules/index.ts';
import extractive from '../../providers/writer/extractive/index.ts';
import { count, countedKinds, emptyRecall, type Recall } from './facts/clinician-facts.ts';
import { checkLabels } from './facts/labels.ts';
import { rouge } from './notes/rouge.ts';
import { corporaThere, type Visit, visitsOfAciBench } from './notes/visits.ts';
import { passagesOf, writeNote } from './notes/writing.ts';
import { table } from './table.ts';

/** An hour is about 9,000 words. */
const wordsOfAnHour = 9_000;
const never = new AbortController().signal;

/** How many of the facts that clinicians kept are found, stated in the note, or listed as omitted. */
export async function benchFacts(): Promise<void> {
  if (!corporaThere) {
    console.log('\nskipped: ../shared/data/aci-bench is absent');
    return;
  }
  const writer = await startProvider(Writer, extractive);
  const grounding = await startProvider(Grounding, rules);
  const recalled: string[][] = [];
  const lengths: string[][] = [];
  const lost: string[] = [];
  const planted = { stated: 0, removed: 0, flipped: 0, contradicted: 0 };
  for (const split of ['train', 'valid', 'test1'] as const) {
    const [inNote, withOmitted, inFacts] = [emptyRecall(), emptyRecall(), emptyRecall()];
    const visits = visitsOfAciBench(split);
    let score = 0;
    let ratio = 0;
    for (const visit of visits) {
      const passages = passagesOf(visit);
      const { facts } = await grounding.instance.findFacts({ passages, language: 'en' }, never);
      const { sections } = await writeNote(writer.instance, visit);
      const note = noteText(sections);
      const statements = sections.flatMap((section) => section.statements);
      const stated = await statedIn(grounding.instance, facts, statements);
      const omitted = facts.filter(({ id }) => !stated.has(id)).map(({ text }) => text);
      score += rouge(visit.note, note).one / visits.length;
      ratio += contentWords(note).length / contentWords(visit.note).length / visits.length;
      if (split === 'test1') continue;
      count(inNote, visit, note);
      const missed = count(withOmitted, visit, [note, ...omitted].join('\n'));
      lost.push(...missed.map((fact) => `  ${visit.id} ${fact}`));
      count(inFacts, visit, facts.map(({ text }) => text).join('\n'));
      if (split === 'valid') await plant(grounding.instance, facts, statements, stated, planted);
    }
    lengths.push([split, score.toFixed(2), ratio.toFixed(2)]);
    if (split === 'test1') continue;
    recalled.push([`${split}: in the note`, ...shares(inNote)]);
    recalled.push([`${split}: in the note or listed as omitted`, ...shares(withOmitted)]);
    recalled.push([`${split}: among the facts`, ...shares(inFacts)]);
  }
  table('Facts that clinicians kept, of those that were said (ACI-Bench)', ['where', ...countedKinds, 'all'], recalled);
  console.log(['\nNeither in the note nor listed as omitted', ...lost].join('\n'));
  table(
    'Notes of the writer without a model',
    ['visits', 'ROUGE-1', 'length of the content, note of the clinician = 1'],
    lengths,
  );
  const share = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)} % of ${of}`;
  table(
    'Facts called stated although the note does not state them (valid)',
    ['what was done to the note', 'called stated'],
    [
      ['every statement with a word of the fact, or a synonym, removed', share(planted.removed, planted.stated)],
      ['the opposite in place of the statement', share(planted.contradicted, planted.flipped)],
    ],
  );
  const { right, wrong } = checkLabels();
  table('Mentions labelled by hand (train)', ['right', 'of'], [[String(right), String(right + wrong.length)]]);
  for (const line of wrong) console.log(`  ${line}`);
  await time(grounding.instance);
  await writer.stop();
  await grounding.stop();
}

async function statedIn(
  grounding: Grounding,
  facts: readonly Fact[],
  statements: readonly CitingStatement[],
): Promise<ReadonlySet<string>> {
  const { stated } = await grounding.check({ statements, passages: [], images: [], facts }, never);
  return new Set(stated);
}

/** Takes each stated fact out of the note, and puts the opposite in. */
async function plant(
  grounding: Grounding,
  facts: readonly Fact[],
  statements: readonly CitingStatement[],
  stated: ReadonlySet<string>,
  counts: { stated: number; removed: number; flipped: number; contradicted: number },
): Promise<void> {
  for (const fact of facts.filter(({ id }) => stated.has(id))) {
    const words = new Set(withSynonyms(`${fact.term} ${fact.text}`));
    const rest = statements.filter(({ text }) => !withSynonyms(text).some((word) => words.has(word)));
    counts.stated += 1;
    if ((await statedIn(grounding, [fact], rest)).has(fact.id)) counts.removed += 1;
    if (fact.kind !== 'symptom' && fact.kind !== 'problem') continue;
    const opposite = {
      text: fact.assertion === 'absent' ? `Reports ${fact.term}.` : `Denies ${fact.term}.`,
      evidence: [],
    };
    counts.flipped += 1;
    if ((await statedIn(grounding, [fact], [...rest, opposite])).has(fact.id)) counts.contradicted += 1;
  }
}

/** Without them a note would still state by `it hurts` what a fact calls pain. */
function withSynonyms(text: string): string[] {
  return [...contentWords(text), ...contentWords(normalizeSynonyms(text))];
}

function shares(recall: Recall): string[] {
  const all = countedKinds.map((kind) => recall[kind]);
  const sum = { wanted: 0, kept: 0 };
  for (const { wanted, kept } of all) {
    sum.wanted += wanted;
    sum.kept += kept;
  }
  return [...all, sum].map(({ kept, wanted }) => `${((100 * kept) / Math.max(1, wanted)).toFixed(1)} %`);
}

async function time(grounding: Grounding): Promise<void> {
  const passages: ReturnType<typeof passagesOf> = [];
  let words = 0;
  for (const visit of visitsOfAciBench('train') as readonly Visit[]) {
    if (words >= wordsOfAnHour) break;
    for (const passage of passagesOf(visit)) {
      passages.push({ ...passage, id: `s${passages.length + 1}` });
      words += passage.text.split(/\s+/).length;
    }
  }
  const statements = passages.slice(0, 60).map(({ id, text }) => ({ text: text.slice(0, 200), evidence: [id] }));
  const times: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const start = performance.now();
    const { facts } = await grounding.findFacts({ passages, language: 'en' }, never);
    await grounding.check({ statements, passages, images: [], facts }, never);
    times.push(performance.now() - start);
  }
  const sorted = times.slice(1).sort((one, other) => one - other);
  table(
    'Facts and check of an hour of speech',
    ['words', 'first', 'median'],
    [[String(words), `${times[0]?.toFixed(0)} ms`, `${sorted[2]?.toFixed(0)} ms`]],
  );
}
