import { join } from 'node:path';
import { benchGrid } from './grid.bench.ts';
import { benchGrounding } from './grounding.bench.ts';
import { table } from './table.ts';
import { noteOf, passagesOfVisit, type SeenNote } from './words/note.ts';
import { type ExpectedVisit, handedCases, visitsIn } from './words/visits.ts';

/** What is measured of a visit or of a kind of fault. */
interface Count {
  critical: number;
  stated: number;
  lost: number;
  traps: number;
  wrongStatements: number;
  wrongFacts: number;
}

interface Tally {
  readonly byStyle: Map<string, Count>;
  readonly byKind: Map<string, Count>;
  readonly faults: string[];
  statements: number;
  doubted: number;
  spoken: number;
  unmentioned: number;
  smallTalk: number;
}

const wordsOfVisit = 1_150;
/** Styles that are English and name their speakers. */
const dialogues: ReadonlySet<string> = new Set(['dialogue', 'several', 'psychiatry']);
/** A note is in the third person; a quotation is allowed and is counted, for a note should not need many. */
const spoken = /[“„]|\b(?:I|I'm|my|you|your|ich|mein|Sie haben)\b/;
const own = join(import.meta.dirname, 'words/visits');

/**
 * What is lost of what was said, what a note says that was not said, and what the check doubts. `--visits FOLDER`
 * measures the visits of that folder alone, and then nothing else.
 */
export async function benchWords({ visits }: { readonly visits?: string | undefined } = {}): Promise<void> {
  if (visits !== undefined) {
    await measure(visits, visitsIn(visits));
    return;
  }
  const cases = handedCases();
  if (cases.length === 0) console.log('\nskipped: ../shared/data/cases is absent');
  else await measure('cases', cases);
  await measure('own visits', visitsIn(own));
  await time();
  await benchGrounding();
  await benchGrid();
}

async function measure(set: string, visits: readonly ExpectedVisit[]): Promise<void> {
  const tally: Tally = {
    byStyle: new Map(),
    byKind: new Map(),
    faults: [],
    statements: 0,
    doubted: 0,
    spoken: 0,
    unmentioned: 0,
    smallTalk: 0,
  };
  for (const visit of visits) {
    const { passages, language } = await passagesOfVisit(visit);
    count(tally, visit, await noteOf(passages, language));
  }
  const head = ['critical', 'in the note', 'listed only', 'lost', 'traps', 'wrong statements', 'wrong facts'];
  table(`${set}: ${visits.length} visits, by style`, ['style', ...head], rowsOf(tally.byStyle, true));
  table(`${set}: by kind of fault`, ['kind', ...head], rowsOf(tally.byKind, false));
  table(
    `${set}: notes`,
    ['what', 'number', 'of'],
    [
      ['statements that the check doubts', String(tally.doubted), String(tally.statements)],
      ['statements in the words of the speaker: I, you, quoted', String(tally.spoken), String(tally.statements)],
      ['sentences listed as left out that are small talk', String(tally.smallTalk), String(tally.unmentioned)],
    ],
  );
  console.log(['', ...tally.faults].join('\n'));
}

function count(tally: Tally, visit: ExpectedVisit, note: SeenNote): void {
  tally.statements += note.statements.length;
  tally.doubted += note.doubted;
  tally.spoken += note.statements.filter((text) => spoken.test(text)).length;
  tally.unmentioned += note.unmentioned.length;
  tally.smallTalk += note.unmentioned.filter((text) => hits(visit.small_talk, text)).length;
  for (const [kind, patterns] of Object.entries(visit.critical))
    for (const pattern of patterns) {
      const isStated = note.statements.some((text) => hits([pattern], text));
      const isListed = [...note.omitted, ...note.unmentioned].some((text) => hits([pattern], text));
      const isLost = !isStated && !isListed;
      if (isLost) tally.faults.push(`  ${visit.name}: lost (${kind}): /${pattern}/`);
      for (const each of countsOf(tally, visit, kind)) {
        each.critical += 1;
        if (isStated) each.stated += 1;
        if (isLost) each.lost += 1;
      }
    }
  for (const [kind, patterns] of Object.entries(visit.wrong)) {
    const statements = note.statements.filter((text) => hits(patterns, text));
    const facts = note.facts.filter((text) => hits(patterns, text));
    tally.faults.push(...[...statements, ...facts].map((text) => `  ${visit.name}: wrong (${kind}): ${text}`));
    for (const each of countsOf(tally, visit, kind)) {
      each.traps += 1;
      each.wrongStatements += statements.length;
      each.wrongFacts += facts.length;
    }
  }
}

function countsOf({ byStyle, byKind }: Tally, { style }: ExpectedVisit, kind: string): Count[] {
  return [countIn(byStyle, style), countIn(byKind, kind)];
}

function countIn(counts: Map<string, Count>, name: string): Count {
  const none = { critical: 0, stated: 0, lost: 0, traps: 0, wrongStatements: 0, wrongFacts: 0 };
  const found = counts.get(name) ?? none;
  counts.set(name, found);
  return found;
}

function rowsOf(counts: ReadonlyMap<string, Count>, withSum: boolean): string[][] {
  const rows = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
  const sum = [...counts.values()].reduce(add, countIn(new Map(), ''));
  return [...rows, ...(withSum ? [['all', sum] as const] : [])].map(([name, each]) => [
    name,
    ...[
      ...[each.critical, each.stated, each.critical - each.stated - each.lost, each.lost],
      ...[each.traps, each.wrongStatements, each.wrongFacts],
    ].map(String),
  ]);
}

function add(one: Count, other: Count): Count {
  return {
    critical: one.critical + other.critical,
    stated: one.stated + other.stated,
    lost: one.lost + other.lost,
    traps: one.traps + other.traps,
    wrongStatements: one.wrongStatements + other.wrongStatements,
    wrongFacts: one.wrongFacts + other.wrongFacts,
  };
}

function hits(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => new RegExp(pattern, 'iu').test(text));
}

/** Processor time of facts, note and check, of a visit made of dialogues up to a usual length. */
async function time(): Promise<void> {
  const lines: string[] = [];
  let words = 0;
  const visits = visitsIn(own).filter(({ style, format }) => dialogues.has(style) && format === 'text');
  for (const line of visits.flatMap(({ said }) => said.trim().split('\n'))) {
    if (words >= wordsOfVisit) break;
    lines.push(line);
    words += line.split(/\s+/).length;
  }
  const { passages } = await passagesOfVisit({ said: lines.join('\n'), format: 'text' });
  const times: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    const start = process.cpuUsage();
    // As a source that was not read before.
    await noteOf([...passages], 'en');
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  const [first = 0, ...rest] = times;
  const median = rest.toSorted((one, other) => one - other)[Math.floor(rest.length / 2)] ?? 0;
  table(
    'Processor time of facts, note and check of a visit',
    ['words', 'first', 'median'],
    [[String(words), `${first.toFixed(0)} ms`, `${median.toFixed(0)} ms`]],
  );
}
