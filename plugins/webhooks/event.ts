import type { SettledRun } from 'chronoscribe';
import { z } from 'zod';

/** The workflow whose end each event tells of. */
const workflows = {
  'audio-note': 'transcript.completed',
  'chiropractic-grid': 'grid.completed',
  'image-analysis': 'image.completed',
  'pdf-summary': 'pdf.completed',
} as const;

export const eventTypes = ['transcript.completed', 'grid.completed', 'image.completed', 'pdf.completed', 'run.failed'] as const;
export type EventType = (typeof eventTypes)[number];

/** What happened, as it is kept until it is delivered; never clinical text. */
export const happening = z.object({
  type: z.enum(eventTypes),
  /** ISO 8601, UTC. */
  timestamp: z.iso.datetime(),
  run: z.string(),
  status: z.enum(['done', 'failed']),
});
export type Happening = z.output<typeof happening>;

/** The event that the end of a run is; undefined where it is none. */
export function eventOf({ workflow, status }: Pick<SettledRun, 'workflow' | 'status'>): EventType | undefined {
  switch (status) {
    case 'failed':
      return 'run.failed';
    case 'done':
      return isDocumenting(workflow) ? workflows[workflow] : undefined;
    case 'cancelled':
      return undefined;
    default:
      return status satisfies never;
  }
}

function isDocumenting(workflow: string): workflow is keyof typeof workflows {
  return Object.hasOwn(workflows, workflow);
}

/** The body that is sent. The record that a run made has the run's id. */
export function payloadOf({ type, timestamp, run, status }: Happening): string {
  return JSON.stringify({ type, timestamp, data: { id: run, run, status } });
}
