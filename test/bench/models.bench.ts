import { join } from 'node:path';
import { Problem } from 'chronoscribe';
import { type Assignment, type Draft, type Statement, Writer } from 'chronoscribe/kinds/writer';
import { contentWords, numbersToDigits } from 'chronoscribe/language';
import { startProvider } from 'chronoscribe/testing';
import { checkNote } from '../../providers/grounding/rules/check.ts';
import { statedFacts } from '../../providers/grounding/rules/coverage.ts';
import { findFacts } from '../../providers/grounding/rules/facts/find-facts.ts';
import { extractDraft } from '../../providers/writer/extractive/draft.ts';
import ollama from '../../providers/writer/ollama/index.ts';
import { grounding } from '../../providers/writer/testing/model-writers.ts';
import type { Conduct, ModelReply } from '../doubles/model-server.ts';
import { startOllama } from '../doubles/ollama.ts';
import { badScribes, carelessness, carelessScribe, checkers, goodScribe, type TrueNote } from '../doubles/scribes.ts';
import { table } from './table.ts';
import { outline, passagesOfVisit } from './words/note.ts';
import { handedCases, visitsIn } from './words/visits.ts';

const options = { signal: new AbortController().signal, progress: () => {}, text: () => {} };

interface Task {
  readonly assignment: Assignment;
  /** What the writer without a model writes: statements that the rules accept. */
  readonly truth: TrueNote;
}

/**
 * What reaches a record unmarked when a model writes it: of the errors of a careless model, those that are neither
 * doubted nor listed as left out. The model is a double behind Ollama's protocol; everything else is real.
 */
export async function benchModels(): Promise<void> {
  const visits = [...visitsIn(join(import.meta.dirname, 'words/visits')), ...handedCases()];
  const tasks = (await Promise.all(visits.map(taskOf))).filter(({ truth }) => truth.flat().length > 1);
  const server = await startOllama('scribe');
  const started = await startProvider(Writer, ollama, {
    needs: { grounding },
    with: { model: 'scribe', baseUrl: server.url, contextTokens: 200_000 },
  });
  const write = (reply: ModelReply, { assignment }: Task, conduct: Partial<Conduct> = {}): Promise<Draft> => {
    server.reply(reply, conduct);
    return started.instance.draft(assignment, options);
  };

  // What the rules doubt though it is true is no ground to plant errors in.
  const doubted = new Set<string>();
  const requests = { before: server.count('POST /api/chat'), notes: 0, milliseconds: 0 };
  for (const task of tasks) {
    const begun = performance.now();
    const draft = await write(goodScribe(task.truth), task);
    requests.milliseconds += performance.now() - begun;
    requests.notes += 1;
    const kept = new Set(groundedOf(draft, task).flatMap(({ text, engine }) => (engine == null ? [] : text)));
    for (const { text } of task.truth.flat()) if (!kept.has(text)) doubted.add(text);
  }
  const all = tasks.flatMap(({ truth }) => truth.flat()).length;
  const asked = server.count('POST /api/chat') - requests.before;
  table(
    'A good model',
    ['statements', 'doubted', 'requests a note', 'ms a note'],
    [
      [all, doubted.size, (asked / requests.notes).toFixed(1), Math.round(requests.milliseconds / requests.notes)].map(
        String,
      ),
    ],
  );

  for (const [manner, conduct] of Object.entries(checkers)) {
    const unmarked: string[] = [];
    const rows: (readonly [kind: string, planted: number, unmarked: number])[] = [];
    for (const [kind, plant] of Object.entries(carelessness)) {
      let planted = 0;
      let missed = 0;
      for (const [index, task] of tasks.entries()) {
        const errors = plant(task.truth, tasks[(index + 1) % tasks.length]?.truth ?? []).filter(
          ({ truth }) => !doubted.has(truth.text),
        );
        if (errors.length === 0) continue;
        const draft = await write(carelessScribe(task.truth, errors), task, conduct).catch(refused);
        const isMarked = draft === undefined ? () => true : marksOf(draft, task);
        const silent = errors.filter(({ truth, written }) => !isMarked(truth, written));
        planted += errors.length;
        missed += silent.length;
        unmarked.push(
          ...silent.map(({ truth, written }) => `${kind}: ${truth.text} -> ${written?.text ?? '(left out)'}`),
        );
      }
      rows.push([kind, planted, missed]);
    }
    const sum = (column: 1 | 2) => rows.reduce((total, row) => total + row[column], 0);
    table(
      `Errors of a careless model that ${manner}`,
      ['error', 'planted', 'in the record unmarked'],
      [...rows, ['all', sum(1), sum(2)] as const].map((row) => row.map(String)),
    );
    for (const line of unmarked) console.log(`  ${line}`);
  }

  const [task] = tasks;
  const outcomes: (readonly string[])[] = [];
  for (const [manner, reply] of Object.entries(badScribes)) {
    if (task !== undefined) outcomes.push([manner, await write(reply, task).then(() => 'a note', String)]);
  }
  table('A bad model', ['it', 'gives'], outcomes);
  await started.stop();
  await server.stop();
}

async function taskOf(visit: Parameters<typeof passagesOfVisit>[0]): Promise<Task> {
  const { passages, language } = await passagesOfVisit(visit);
  const { facts } = findFacts({ passages, language });
  const assignment: Assignment = { instructions: '', prompt: '', outline, passages, facts, images: [], language };
  const { sections } = await extractDraft(assignment, options);
  const labels = new Map(passages.map(({ id }, index) => [id, `s${index + 1}`]));
  const seen = new Set<string>();
  const truth = sections.map(({ statements }) =>
    statements.flatMap(({ text, evidence }) => {
      // A draft keeps equal statements once.
      if (seen.has(text.toLowerCase())) return [];
      seen.add(text.toLowerCase());
      return [{ text, evidence: evidence.flatMap((id) => labels.get(id) ?? []) }];
    }),
  );
  return { assignment, truth };
}

/** A note that states none of the facts is a failure, so that its errors reach no record. */
function refused(thrown: unknown): undefined {
  if (!(thrown instanceof Problem) || thrown.code !== 'provider-failed') throw thrown;
}

/** The statements of a draft that the rules do not doubt. */
function groundedOf(draft: Draft, task: Task): readonly Statement[] {
  const { statements } = checked(draft, task);
  return draft.sections.flatMap((section) => section.statements).filter((_, index) => statements[index]?.grounded);
}

/**
 * How the record of a draft tells an error: what is false is not in it or doubted. What was left out is listed with its
 * passages or as an omitted fact, or other statements on these passages state all that it states.
 */
function marksOf(draft: Draft, task: Task): (truth: Statement, written: Statement | null) => boolean {
  const { stated, unmentioned } = checked(draft, task);
  const { facts, passages, language } = task.assignment;
  const grounded = groundedOf(draft, task);
  const unmarked = new Set(grounded.map(({ text }) => text));
  const omitted = new Set(facts.filter(({ id }) => !stated.includes(id)).map(({ id }) => id));
  const listed = new Set(unmentioned.flatMap(({ evidence }) => evidence));
  const rules = language?.startsWith('de') ? 'de' : 'en';
  return (truth, written) => {
    if (written !== null) return !unmarked.has(written.text);
    if (unmarked.has(truth.text)) return true;
    const cited = truth.evidence.map((label) => passages[Number(label.slice(1)) - 1]?.id ?? '');
    if (cited.some((id) => listed.has(id))) return true;
    const told = statedFacts(facts, [{ ...truth, evidence: cited }], rules);
    const near = grounded.filter(({ evidence }) => evidence.some((id) => cited.includes(id)));
    const kept = new Set(statedFacts(facts, near, rules));
    if (told.length > 0) return told.every((id) => kept.has(id) || omitted.has(id));
    const words = new Set(near.flatMap(({ text }) => contentWords(numbersToDigits(text))));
    // In quotation marks the patient is `I`.
    return contentWords(numbersToDigits(truth.text)).every((word) => words.has(word) || word === 'patient');
  };
}

function checked({ sections }: Draft, { assignment: { passages, facts } }: Task) {
  return checkNote({ statements: sections.flatMap(({ statements }) => statements), passages, images: [], facts });
}
