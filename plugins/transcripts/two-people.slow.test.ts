import { randomUUID } from 'node:crypto';
import type { TestHost, TestResponse } from 'chronoscribe/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { hostWithObserver, note, spineForm, visit } from './testing/observed-host.ts';
import { scriptedWriter } from './testing/scripted-writer.ts';

const writer = scriptedWriter();
let host: TestHost;
let save: Awaited<ReturnType<typeof hostWithObserver>>['save'];
let keys: readonly string[];
beforeAll(async () => {
  const config = { http: { rateLimit: { perMinute: 0 } } };
  ({ host, save } = await hostWithObserver({ config, providers: [{ provider: writer.provider }] }));
  keys = await Promise.all(
    ['Ann', 'Bob'].map(async (name) => {
      const { json } = await host.call('POST', '/admin/keys', { json: { account_id: 'default', name } });
      return z.object({ key: z.string() }).parse(json).key;
    }),
  );
});
afterAll(() => host.stop());

const Statement = z.object({ id: z.string(), text: z.string(), evidence: z.array(z.string()) });
const Record = z.object({
  version: z.int(),
  status: z.enum(['draft', 'signed', 'amended']),
  warnings: z.array(z.string()),
  template: z.string(),
  segments: z.array(z.object({ id: z.string(), speaker: z.string(), text: z.string() })),
  speakers: z.array(z.object({ speaker: z.string(), name: z.string().nullable(), role: z.string() })),
  sections: z.array(z.object({ name: z.string(), statements: z.array(Statement) })),
  patient: z.unknown(),
  visit: z.unknown(),
  signature: z.object({ version: z.int(), sha256: z.string(), valid: z.boolean() }).nullable(),
  addenda: z.array(z.object({ text: z.string() })),
});
type Record = z.output<typeof Record>;

const [plan] = note.sections;
const twoSections = {
  ...note,
  sections: [
    ...note.sections,
    { name: 'Objective', statements: plan?.statements.map((each) => ({ ...each, id: 'n2' })) ?? [] },
  ],
};

/** What one person does. The number chooses which segment, statement or words. */
const operations = [
  'segment',
  'speaker',
  'name',
  'add',
  'change',
  'remove',
  'patient',
  'stale',
  'look',
  'sign',
  'addendum',
  'rewrite',
  'reopen',
] as const;
type Operation = { readonly who: 0 | 1; readonly what: (typeof operations)[number]; readonly n: number };
const operation = fc.record({ who: fc.constantFrom(0, 1), what: fc.constantFrom(...operations), n: fc.nat(3) });

/** The values of a record that are changed as a whole, by name. Written without the software's own comparison. */
function partsOf({ segments, speakers, sections, template, patient, visit: about, signature, addenda }: Record) {
  return new Map<string, string>([
    ...segments.flatMap(
      ({ id, text, speaker }) =>
        [
          [`text ${id}`, text],
          [`speaker ${id}`, speaker],
        ] as const,
    ),
    ...speakers.map(({ speaker, name }) => [`name ${speaker}`, String(name)] as const),
    ...sections.map(({ name, statements }) => [`section ${name}`, JSON.stringify(statements)] as const),
    ['template', template],
    ['patient', JSON.stringify(patient)],
    ['visit', JSON.stringify(about)],
    ['signature', JSON.stringify(signature?.sha256 ?? null)],
    ['addenda', JSON.stringify(addenda)],
  ]);
}

function changed(from: Record, to: Record): string[] {
  const [before, after] = [partsOf(from), partsOf(to)];
  return [...after.keys()].filter((name) => before.get(name) !== after.get(name));
}

/** What a kind of version may change. */
const allowed: Readonly<{ [change: string]: RegExp }> = {
  edited: /^(text|speaker|name|section|template|patient|visit)/,
  rewritten: /^(section|template)/,
  signed: /^signature$/,
  addendum: /^addenda$/,
  reopened: /^signature$/,
};

/** An edit that was accepted: the version it was made from, the one that it made, and the parts that it names. */
interface Accepted {
  readonly base: number;
  readonly version: number;
  readonly named: readonly string[];
}

async function play(rounds: readonly (readonly Operation[])[]): Promise<void> {
  const id = randomUUID();
  const path = `/api/v1/transcripts/${id}`;
  await save(spineForm, visit, twoSections, { id, account: 'default', createdAt: 5000 });
  const read = async (at = path): Promise<Record> => Record.parse((await host.call('GET', at)).json);
  const start = await read();
  const seen: [Record, Record] = [start, start];
  const accepted: Accepted[] = [];
  const statuses = new Set<number>();
  let words = 0;

  const edit = async (who: 0 | 1, named: readonly string[], json: object) => {
    const base = seen[who].version;
    const answer = await host.call('PATCH', path, { json: { ...json, version: base }, key: keys[who] ?? '' });
    if (answer.status !== 200) return answer;
    const record = Record.parse(answer.json);
    accepted.push({ base, version: record.version, named });
    seen[who] = record;
    return answer;
  };
  const post = async (who: 0 | 1, what: string, json: object, key = keys[who] ?? ''): Promise<TestResponse> => {
    const answer = await host.call('POST', `${path}/${what}`, { json, key });
    seen[who] = await read();
    return answer;
  };

  const run = ({ who, what, n }: Operation): Promise<TestResponse | undefined> => {
    const mine = seen[who];
    words += 1;
    const text = `Words ${words}.`;
    const segment = mine.segments[n % mine.segments.length]?.id ?? '';
    const chosen = mine.sections[n % mine.sections.length] ?? { name: 'Plan', statements: [] };
    // As a form sends it: all that the person sees, of which one is changed.
    const section = (statements: readonly object[]) => {
      const sections = mine.sections.map((each) => (each.name === chosen.name ? { ...each, statements } : each));
      return edit(who, [`section ${chosen.name}`], { sections });
    };
    const segments = (change: object) =>
      mine.segments.map((each) => (each.id === segment ? { ...each, ...change } : each));
    switch (what) {
      case 'segment':
        return edit(who, [`text ${segment}`], { segments: segments({ text }) });
      case 'speaker':
        return edit(who, [`speaker ${segment}`], { segments: segments({ speaker: `Speaker ${n + 1}` }) });
      case 'name':
        return edit(who, ['name Speaker 1'], { speakers: [{ speaker: 'Speaker 1', name: text }] });
      case 'add':
        return section([...chosen.statements, { text }]);
      case 'change':
        return section(chosen.statements.map((each, index) => (index === n ? { ...each, text } : each)));
      case 'remove':
        return section(chosen.statements.slice(1));
      case 'patient':
        return edit(who, ['patient'], { patient: { name: text } });
      case 'stale':
        seen[who] = start;
        return Promise.resolve(undefined);
      case 'look':
        return read().then((record) => {
          seen[who] = record;
          return undefined;
        });
      case 'sign':
        return post(who, 'sign', { acknowledge: mine.warnings, version: mine.version });
      case 'addendum':
        return post(who, 'addendum', { text });
      case 'rewrite':
        return post(who, 'rewrite', {});
      case 'reopen':
        return post(who, 'reopen', { reason: text }, host.key);
      default:
        return what satisfies never;
    }
  };
  for (const round of rounds)
    for (const answer of await Promise.all(round.map(run))) if (answer !== undefined) statuses.add(answer.status);

  expect([...statuses].filter((status) => ![200, 409, 422].includes(status))).toEqual([]);
  await checkHistory(path, accepted, read);
}

async function checkHistory(
  path: string,
  accepted: readonly Accepted[],
  read: (at: string) => Promise<Record>,
): Promise<void> {
  const Versions = z.object({
    items: z.array(z.object({ version: z.int(), change: z.string(), by: z.string().nullable() })),
  });
  const { items } = Versions.parse((await host.call('GET', `${path}/versions`)).json);
  const versions = await Promise.all(items.map(({ version }) => read(`${path}/versions/${version}`)));
  const changesOf = (version: number) => {
    const [before, after] = [versions[version - 2], versions[version - 1]];
    return before === undefined || after === undefined ? [] : changed(before, after);
  };
  for (const { version, change, by } of items.slice(1)) {
    // A version changes nothing but what it is there for, so it takes nothing back.
    for (const part of changesOf(version)) expect(part).toMatch(allowed[change] ?? /^$/);
    expect(by).toMatch(/^(Ann|Bob|environment)$/);
    const before = versions[version - 2];
    if (before?.signature !== null) expect(['addendum', 'reopened']).toContain(change);
    expect(versions[version - 1]?.signature?.valid ?? true).toBe(true);
  }
  const edits = items.filter(({ change }) => change === 'edited').map(({ version }) => version);
  expect(accepted.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(edits);
  for (const { base, version, named } of accepted) {
    for (const part of changesOf(version).filter((each) => !each.startsWith('name Speaker')))
      expect(named).toContain(part);
    // Nobody's change of the same part was overwritten unseen.
    for (let other = base + 1; other < version; other += 1)
      for (const part of changesOf(version)) expect(changesOf(other)).not.toContain(part);
  }
  // A number that was given to a statement is not given to another.
  const ids = versions.map(({ sections }) => sections.flatMap(({ statements }) => statements.map((each) => each.id)));
  for (const each of ids) expect(new Set(each).size).toBe(each.length);
}

test('two people who change, sign and rewrite one record lose nothing, and never change what is signed', async () => {
  const rounds = fc.array(fc.array(operation, { minLength: 1, maxLength: 2 }), { minLength: 4, maxLength: 12 });
  await fc.assert(fc.asyncProperty(rounds, play), { numRuns: Number(process.env.RUNS ?? 30), endOnFailure: false });
}, 300_000);
