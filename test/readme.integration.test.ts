import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { testDatabase, testHost } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';

const house = resolve(import.meta.dirname, '..');
const readme = await readFile(join(house, 'README.md'), 'utf8');
const timeGuide = await readFile(join(house, 'docs', 'time.md'), 'utf8');

/** The fenced blocks of one language in a page, without their fences. */
function blocks(page: string, language: string): readonly string[] {
  const begins = `${language}\n`;
  const fenced = page.split('```').filter((_, at) => at % 2 === 1);
  return fenced.filter((code) => code.startsWith(begins)).map((code) => code.slice(begins.length));
}

function block(page: string, language: string, containing: string): string {
  return blocks(page, language).find((code) => code.includes(containing)) ?? '';
}

/**
 * The commands of a page's blocks with the answers cut out: an answer begins with a brace and ends with its paragraph.
 */
function commandsOf(shown: string): readonly string[] {
  return shown.split('\n\n').flatMap((paragraph) => {
    const lines = paragraph.split('\n');
    const answer = lines.findIndex((line) => line.startsWith('{"'));
    return paragraph.startsWith('npm ') ? [] : [lines.slice(0, answer < 0 ? undefined : answer).join('\n')];
  });
}

async function typed(
  script: string,
  host: { readonly url: string; readonly key: string },
  folder: string,
): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-c', script.replaceAll('http://127.0.0.1:8080', host.url)], {
    cwd: folder,
    env: { ...process.env, KEY: host.key },
    maxBuffer: 1e7,
  });
  return stdout;
}

test('the plugin in the README works as it stands, switched on by the YAML in the README', async () => {
  // Inside the house, so that `chronoscribe` is found as it is beside an installed package.
  const folder = await mkdtemp(join(house, 'test', '.readme-'));
  try {
    await mkdir(join(folder, 'hello'));
    await writeFile(join(folder, 'hello', 'index.ts'), block(readme, 'ts', 'definePlugin'));
    const file = join(folder, 'my.yaml');
    await writeFile(file, `log: { level: silent }\n${block(readme, 'yaml', 'plugins:')}`);
    const host = await testHost({ file });
    try {
      const answer = await host.call('POST', '/hello/greetings', { json: { name: 'Ada' } });
      expect([answer.status, answer.json]).toEqual([201, { id: expect.any(String), text: 'Welcome Ada' }]);
      expect((await host.call('POST', '/hello/greetings', { json: {} })).status).toBe(422);
      expect((await host.call('GET', '/docs')).text).toContain('POST /hello/greetings');
    } finally {
      await host.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each([
  ['clinical.md', 3],
  ['models.md', 6],
])('every configuration in docs/%s is one that the host takes', async (page, count) => {
  const guide = await readFile(join(house, 'docs', page), 'utf8');
  const examples = [...guide.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml]) => yaml);
  expect(examples).toHaveLength(count);
  const folder = await mkdtemp(join(house, 'test', '.readme-'));
  try {
    for (const example of examples) {
      const file = join(folder, 'my.yaml');
      await writeFile(file, `log: { level: silent }\n${example}`);
      const host = await testHost({ file, environment: { EHR_TOKEN: 'a-token' } });
      expect((await host.call('GET', '/health')).status).toBe(200);
      await host.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('every configuration in the README is one that the host takes', async () => {
  const swaps = blocks(readme, 'yaml')
    .filter((code) => code.startsWith('providers:'))
    .flatMap((code) => code.split('\n').slice(1))
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/^ {2}(# )?/, ''));
  expect(swaps).toHaveLength(7);
  const database = await testDatabase();
  const folder = await mkdtemp(join(house, 'test', '.readme-'));
  try {
    for (const swap of swaps) {
      const file = join(folder, 'my.yaml');
      await writeFile(file, `log: { level: silent }\nproviders:\n  ${swap}\n`);
      const environment = { ASSEMBLYAI_API_KEY: 'a-key', ANTHROPIC_API_KEY: 'a-key', POSTGRES_URL: database.url };
      const host = await testHost({ file, environment });
      expect((await host.call('GET', '/health')).status).toBe(200);
      await host.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
    await database.stop();
  }
});

const Answer = z.looseObject({
  status: z.unknown().optional(),
  detail: z.string().optional(),
  findings: z.unknown().optional(),
});

test('the commands for a clinic give the note, its evidence and an export as the README shows them', async ({
  skip,
}) => {
  skip(spawnSync('curl', ['--version']).error !== undefined, 'curl is not installed');
  const host = await testHost();
  const folder = await mkdtemp(join(tmpdir(), 'chronoscribe-readme-'));
  try {
    const upload = block(readme, '', 'upload_audio_file').replaceAll('@config/', `@${house}/config/`);
    const note = block(readme, '', 'Objective:');
    const record = block(readme, '', 'ID=$(');
    const exported = block(readme, '', 'export?format=md');
    const answers = (await typed([upload, record, exported].join('\necho\n'), host, folder)).split('\n');
    expect(JSON.parse(answers[0] ?? '').note).toContain(note.trim());
    const statement = JSON.parse(block(readme, 'json', 'evidence'));
    const statements = JSON.parse(answers[1] ?? '').sections.flatMap(
      (section: { statements: readonly unknown[] }) => section.statements,
    );
    expect(statements).toContainEqual(expect.objectContaining(statement));
    expect(answers.slice(2).join('\n')).toContain('## Objective');
  } finally {
    await host.stop();
    await rm(folder, { recursive: true });
  }
});

test('the commands for a test team move the clock as the README shows it', async ({ skip }) => {
  skip(spawnSync('curl', ['--version']).error !== undefined, 'curl is not installed');
  const host = await testHost();
  try {
    const shown = ['/v1/travel', '/v1/pause-time', '/v1/fast-forward'].map((path) => block(readme, '', path));
    const answers = (await typed(shown.flatMap(commandsOf).join('\necho\n'), host, house)).trim().split('\n');
    const promised = shown.map((text) => text.trim().split('\n').at(-1));
    expect(answers).toEqual(promised);
  } finally {
    await host.stop();
  }
});

/** The answers in the blocks, each on one line. */
function answersIn(shown: string): readonly string[] {
  return shown.split('\n\n').flatMap((paragraph) => {
    const lines = paragraph.split('\n');
    const answer = lines.findIndex((line) => line.startsWith('{"'));
    return answer < 0
      ? []
      : [
          lines
            .slice(answer)
            .map((line) => line.trim())
            .join(''),
        ];
  });
}

/** Whether an answer is the one that a page shows, with `…` for what the page leaves out. */
function isShownAs(answer: string, shown: string): boolean {
  const parts = shown.split('…').map((part) => part.replace(/^,|,$/g, ''));
  let at = 0;
  return parts.every((part) => {
    const found = answer.indexOf(part, at);
    at = found + part.length;
    return found >= 0;
  });
}

interface Task {
  readonly start: number;
  readonly days: number;
  readonly isFixed: boolean;
  /** The ids of its causes, each with the days from its end. */
  readonly after: readonly (readonly [string, number])[];
}

/** The plan of the tour, read without the host. */
async function tourPlan(): Promise<ReadonlyMap<string, Task>> {
  const [, ...rows] = (await readFile(join(house, 'config', 'tour', 'clinic-move.csv'), 'utf8')).trim().split('\n');
  return new Map(
    rows.map((row) => {
      const [id = '', , time = '', end = '', , , fixed, causes = ''] = row.split(',');
      const after = [...causes.matchAll(/([\w-]+) min=(\d+)d/g)].map(
        ([, cause = '', delay]) => [cause, Number(delay)] as const,
      );
      const start = Date.parse(time) / dayMs;
      return [id, { start, days: Date.parse(end) / dayMs - start, isFixed: fixed === 'true', after }];
    }),
  );
}

const dayMs = 86_400_000;

/** When each task begins that has to begin later, because of those that do already. */
function slipped(plan: ReadonlyMap<string, Task>, later: Readonly<Record<string, string>>): Record<string, string> {
  const starts = new Map([...plan].map(([id, { start }]) => [id, start]));
  for (const [id, time] of Object.entries(later)) starts.set(id, Date.parse(time) / dayMs);
  for (let hasMoved = true; hasMoved; ) {
    hasMoved = false;
    for (const [id, task] of plan) {
      const ends = task.after.map(([cause, delay]) => (starts.get(cause) ?? 0) + (plan.get(cause)?.days ?? 0) + delay);
      if (task.isFixed || Math.max(...ends) <= (starts.get(id) ?? 0) || ends.length === 0) continue;
      starts.set(id, Math.max(...ends));
      hasMoved = true;
    }
  }
  const moved = [...starts].filter(([id, start]) => start !== plan.get(id)?.start);
  return Object.fromEntries(
    moved.map(([id, start]) => [id, new Date(start * dayMs).toISOString().replace('.000', '')]),
  );
}

const Moves = z.object({ moved: z.array(z.object({ event_id: z.string(), to: z.string() })) });
const datesIn = (answer: string | undefined) =>
  Object.fromEntries(Moves.parse(JSON.parse(answer ?? '')).moved.map(({ event_id, to }) => [event_id, to]));

test('the commands for a planner import a plan and tell what slips, as an independent calculation does', async ({
  skip,
}) => {
  skip(spawnSync('curl', ['--version']).error !== undefined, 'curl is not installed');
  const host = await testHost();
  try {
    const tour = readme.slice(readme.indexOf('## For a planner'), readme.indexOf('## How it fits together'));
    const shown = blocks(tour, '');
    const answers = (await typed(shown.flatMap(commandsOf).join('\necho\n'), host, house)).trim().split('\n');
    expect(answers).toHaveLength(5);
    expect(shown.flatMap(answersIn).filter((text, at) => !isShownAs(answers[at] ?? '', text))).toEqual([]);
    const plan = await tourPlan();
    expect(plan.size).toBe(300);
    expect(datesIn(answers[1])).toEqual(slipped(plan, { 'walls-101': '2026-09-14T07:00:00Z' }));
    expect(datesIn(answers[2])).toEqual(slipped(plan, { 'walls-101': '2026-08-30T07:00:00Z' }));
  } finally {
    await host.stop();
  }
});

test('the guide to plans changes one on a branch and merges it, with the dates of an independent calculation', async ({
  skip,
}) => {
  skip(spawnSync('curl', ['--version']).error !== undefined, 'curl is not installed');
  const host = await testHost();
  try {
    const shown = [block(timeGuide, '', 'clinic-move.csv'), block(timeGuide, '', 'BRANCH=')].join('\n');
    const commands = commandsOf(shown);
    expect(commands).toHaveLength(10);
    const all = (await typed(commands.join('\necho\n'), host, house)).trim().split('\n');
    // The id of the branch is not printed.
    const answers = all.filter((line) => line !== '');
    expect(answersIn(shown).filter((text, at) => !isShownAs(answers[at] ?? '', text))).toEqual([]);

    const before = await tourPlan();
    const ten = slipped(before, { 'walls-101': '2026-08-30T07:00:00Z' });
    const days: Readonly<Record<string, number>> = { furniture: 2, cleaning: 1 };
    const after = new Map(
      [...before].map(([id, task]) => {
        const start = ten[id] === undefined ? task.start : Date.parse(ten[id]) / dayMs;
        return [id, { ...task, start, days: days[id] ?? task.days }];
      }),
    );
    const Changed = z.object({
      changed: z.array(
        z
          .object({ from: z.object({ event_id: z.string() }), to: z.object({ time: z.string() }) })
          .transform(({ from, to }) => [from.event_id, to.time] as const),
      ),
    });
    const { changed } = Changed.parse(JSON.parse(answers[6] ?? ''));
    expect(Object.fromEntries(changed)).toEqual(slipped(after, { 'walls-101': '2026-09-14T07:00:00Z' }));
  } finally {
    await host.stop();
  }
});

test('the tour of a changed history runs as the guide to time navigation shows it', async ({ skip }) => {
  skip(spawnSync('curl', ['--version']).error !== undefined, 'curl is not installed');
  const host = await testHost({ config: { plugins: { events: { with: { seed: 'history' } } } } });
  try {
    const shown = [block(timeGuide, '', 'treaty-of-versailles'), block(timeGuide, '', 'TIMELINE=')].join('\n');
    const commands = commandsOf(shown);
    expect(commands).toHaveLength(5);
    const stdout = await typed(commands.join('\necho\n'), host, house);
    const [refused, , manipulated, compared, checked] = stdout
      .split('\n')
      .map((line) => Answer.parse(JSON.parse(line || '{}')));
    const kinds = z
      .array(z.object({ kind: z.string() }))
      .parse(refused?.findings)
      .map(({ kind }) => kind);
    expect({ status: refused?.status, kinds }).toEqual({
      status: 409,
      kinds: [
        ...['grandfather', 'effect_before_cause'],
        ...Array.from({ length: 18 }, () => 'unmet_requirement'),
        ...Array.from({ length: 9 }, () => 'orphaned_effect'),
      ],
    });
    const explanation = refused?.detail?.split(' There are ')[0]?.replace(/evt_[0-9a-f-]+/, 'evt_…');
    expect(timeGuide.replace(/\s+/g, ' ')).toContain(explanation);
    expect(manipulated).toMatchObject({ status: 'Event manipulated' });
    expect(compared).toMatchObject({ changed: [{ from: { event_id: 'assassination-of-franz-ferdinand' } }] });
    expect(checked).toMatchObject({ timeline_stability: 'Paradoxical' });
    for (const answer of [manipulated, compared, checked]) expect(timeGuide).toContain(`"status":"${answer?.status}"`);
  } finally {
    await host.stop();
  }
});
