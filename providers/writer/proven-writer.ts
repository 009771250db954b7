import { setTimeout as wait } from 'node:timers/promises';
import { monotonicProgress, Problem } from 'chronoscribe';
import { durationMs } from 'chronoscribe/host';
import type { Grounding } from 'chronoscribe/kinds/grounding';
import type { Assignment, Draft, DraftOptions, Statement, Writer } from 'chronoscribe/kinds/writer';
import type { Checkpoint } from 'chronoscribe/types';
import { z } from 'zod';
import { draftingProcess } from './extractive/drafting-process.ts';
import { draftWithModel } from './model/drafting.ts';
import type { Model } from './model/model.ts';

/** The setting of a writer with a model that lets rules write in its place. */
export const fallbackSetting = z
  .string()
  .regex(/^\d{1,9}[smhdw]$/, 'must be a duration, such as 10m')
  .transform(durationMs)
  .optional()
  .describe('how long the server may be away before the extractive writer writes instead, such as 10m; default: never');

/** A model that is ready to be asked. */
export interface OpenedModel {
  readonly model: Model;
  readonly readsImages: boolean;
  /** Of the server; null if unknown. */
  readonly version: string | null;
}

interface ProvenOptions {
  /** Name of the provider in configuration. */
  readonly provider: string;
  /** Of the model in configuration. */
  readonly name: string;
  readonly grounding: Grounding;
  /** In milliseconds; undefined: never. */
  readonly fallbackAfter: number | undefined;
  /** Called for each draft. @param progress the share of the whole draft */
  open(signal: AbortSignal, progress: (share: number) => void): Promise<OpenedModel>;
}

/**
 * A writer with a model whose every sentence is proved: what the source does not support is left out, and rules add what
 * is missing then. Rules also write the whole draft if the server is away for longer than the setting says.
 */
export function provenWriter(options: ProvenOptions): Pick<Writer, 'draft'> & { close(): Promise<void> } {
  const rules = draftingProcess();

  async function draft(assignment: Assignment, drafting: DraftOptions): Promise<Draft> {
    const progress = monotonicProgress(drafting.progress);
    let opened = 0;
    const { model, readsImages, version } = await options.open(drafting.signal, (share) => {
      opened = share;
      progress(share);
    });
    const seen = { ...assignment, images: readsImages ? assignment.images : [] };
    const drafted = await draftWithModel(model, seen, options.grounding, {
      ...drafting,
      progress: (fraction) => progress(opened + (1 - opened) * fraction),
    });
    const { sections, leftOut, warnings } = drafted;
    const complete = seen.passages.length > 0 && (await rules.complete(seen, { sections, leftOut }, drafting.signal));
    progress(1);
    return {
      sections: complete || sections,
      engine: { provider: options.provider, model: model.name, version },
      warnings: [...warnings, ...leftOut.map(leftOutWarning)],
    };
  }

  return {
    draft: (assignment, drafting) =>
      options.fallbackAfter === undefined
        ? draft(assignment, drafting)
        : throughOutage(options.fallbackAfter, drafting, {
            write: (patient) => draft(assignment, patient),
            async fallBack() {
              const { sections, engine, warnings } = await rules.draft(assignment, drafting);
              return { sections, engine, warnings: [awayWarning(options), ...warnings] };
            },
          }),
    close: () => rules.close(),
  };
}

const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/**
 * Writes again until the server is back, or falls back once nothing was answered for so long. What was answered before is
 * not asked again.
 */
async function throughOutage(
  mostMs: number,
  { signal, checkpoint = inMemory(), ...drafting }: DraftOptions,
  { write, fallBack }: { write(patient: DraftOptions): Promise<Draft>; fallBack(): Promise<Draft> },
): Promise<Draft> {
  let awaySince: number | undefined;
  let pauseMs = firstPauseMs;
  const noticing: Checkpoint = (key, work) =>
    checkpoint(key, async () => {
      const answer = await work();
      [awaySince, pauseMs] = [undefined, firstPauseMs];
      return answer;
    });
  for (;;) {
    try {
      return await write({ ...drafting, signal, checkpoint: noticing });
    } catch (thrown) {
      signal.throwIfAborted();
      const isAway = thrown instanceof Problem && thrown.code === 'provider-unavailable' && thrown.transient;
      if (!isAway) throw thrown;
    }
    awaySince ??= performance.now();
    const leftMs = awaySince + mostMs - performance.now();
    if (leftMs <= 0) return fallBack();
    await wait(Math.min(pauseMs, leftMs), undefined, { signal }).catch(() => signal.throwIfAborted());
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  }
}

function inMemory(): Checkpoint {
  const saved = new Map<string, unknown>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if (!saved.has(key)) saved.set(key, await work());
    return saved.get(key) as T; // What was saved under this key is what `work` has returned.
  };
}

function leftOutWarning({ text, evidence }: Statement): string {
  const places = evidence.length === 0 ? '' : ` (${evidence.join(', ')})`;
  return `The source does not support this sentence of the model, so it was left out: "${text}"${places}.`;
}

function awayWarning({ name, fallbackAfter = 0 }: ProvenOptions): string {
  return `The model "${name}" could not be reached for ${Math.round(fallbackAfter / 1000)} s, so rules wrote this (the extractive writer). Have it rewritten once the model is back.`;
}
