import { z } from 'zod';

const Failure = z.object({ detail: z.array(z.object({ msg: z.string() })) });

/** A run in a list, as far as the command line shows it. */
export const RunSummary = z.object({
  id: z.string(),
  workflow: z.string(),
  name: z.string(),
  status: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  step: z.string().nullable(),
  createdAt: z.number(),
});

/** The state of a node of a run. */
export const Step = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  status: z.enum(['waiting', 'running', 'done', 'failed', 'skipped', 'cancelled']),
  attempt: z.number(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  error: Failure.nullable(),
  get steps() {
    return z.array(Step).default([]);
  },
});

export type Step = z.output<typeof Step>;

/** A run with its steps. */
export const Run = RunSummary.extend({
  error: Failure.nullable(),
  steps: z.array(Step),
  waitingFor: z.array(z.object({ signal: z.string(), until: z.number().nullable() })),
});

export type Run = z.output<typeof Run>;

/** The messages of an error, in one line. */
export function errorText(error: z.output<typeof Failure>): string {
  return error.detail.map(({ msg }) => msg).join('; ');
}

/** `2026-01-31 12:00:00Z` */
export function instantText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('T', ' ').replace(/\.\d+/, '');
}
