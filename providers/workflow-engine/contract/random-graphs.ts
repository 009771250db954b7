import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StepState } from 'chronoscribe/host';
import { describe, expect, it } from 'vitest';
import { graphLog } from './graph-log.ts';
import { contradictions, expectedOf } from './graph-model.ts';
import { graphRuns, graphWorkflow, randomNumbers } from './graph-specs.ts';
import { firstHost, type TestBeds } from './test-bed.ts';

/** How many graphs are executed at the same time, by one process after the other. */
const batch = 8;

/** How often the process of a batch is killed. */
const kills = 4;

/** `CHRONOSCRIBE_TEST_GRAPHS` names how many graphs are made, `CHRONOSCRIBE_TEST_SEED` the first of their seeds. */
const graphs = Number(process.env.CHRONOSCRIBE_TEST_GRAPHS ?? 16);
const firstSeed = Number(process.env.CHRONOSCRIBE_TEST_SEED ?? 1);
const seeds = Array.from({ length: Math.ceil(graphs / batch) }, (_, index) => firstSeed + index * batch);

/** Executes random graphs in processes that are killed, and compares what they make with a plain interpreter. */
export function randomGraphContract({ open, folder: newFolder, opener }: TestBeds): void {
  const execute = async (folder: string, seed: number, life: number): Promise<readonly unknown[]> => {
    const extension = extname(import.meta.url);
    const script = fileURLToPath(new URL(`./graph-child${extension}`, import.meta.url));
    const conditions = extension === '.ts' ? ['--conditions=chronoscribe-source'] : [];
    const about = [opener.href, folder, firstHost, seed, batch, life].map(String);
    const child = spawn(process.execPath, [...conditions, script, ...about], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    return once(child, 'exit');
  };

  describe('executes random graphs as a plain interpreter does, though its process is killed', () => {
    it.each(seeds)('from the seed %i on', { timeout: 600_000 }, async (seed) => {
      const folder = await newFolder();
      const random = randomNumbers(seed);
      for (let kill = 0; kill < kills; kill += 1) await execute(folder, seed, 20 + Math.floor(random() * 900));
      expect(await execute(folder, seed, 0), 'the last process ends by itself').toEqual([0, null]);

      const runs = graphRuns(seed, batch);
      const log = graphLog(folder);
      const around = { log: () => undefined, isMended: () => true };
      const { engine } = await open(
        runs.map(({ name, nodes }) => graphWorkflow(name, nodes, around)),
        folder,
      );
      const sleeps = await log.sleeps();
      for (const { id, name, nodes, input } of runs) {
        const expected = expectedOf(nodes, input);
        const lines = await log.lines(id);
        const armed = new Set(
          sleeps.filter(({ run }) => run === id).map(({ node, until, from }) => JSON.stringify({ node, until, from })),
        );
        expect(await engine.state(id), name).toMatchObject({
          status: 'done',
          output: expected.output,
          isWaiting: false,
        });
        expect(contradictions(expected.order, lines), name).toEqual([]);
        expect(flat((await engine.steps(id))?.steps ?? []).map(brief), name).toEqual(expected.states);
        expect([...armed].toSorted(), name).toEqual(expected.sleeps.map((sleep) => JSON.stringify(sleep)).toSorted());
      }
      const ids = new Set(runs.map(({ id }) => id));
      expect(
        (await log.settled()).filter((id) => !ids.has(id)),
        'no child is announced',
      ).toEqual([]);
    });
  });
}

function brief({ id, kind, status }: StepState): string {
  return `${id} ${kind} ${status}`;
}

function flat(steps: readonly StepState[]): readonly StepState[] {
  return steps.flatMap((step) => [step, ...flat(step.steps ?? [])]);
}
