import { z } from 'zod';
import { FolderPath } from '../../api/trigger.ts';
import { workflow } from '../../api/workflow.ts';
import type { Catalog } from '../catalog.ts';

const record = z.object({
  id: z.string(),
  form: z.string(),
  template: z.string(),
  patient: z.string().nullable(),
  warnings: z.int(),
});

const send = z.object({
  url: z.url(),
  text: z.string().max(100),
  urgent: z.boolean().default(false),
  attempts: z.int().min(1).max(5).default(1),
  tags: z.array(z.string()).optional(),
});

const file = z.object({ transcript: z.string(), format: z.enum(['md', 'txt']), folder: FolderPath });

/** What the plugins of a test offer to automations. */
export const catalog: Catalog = {
  triggers: new Map([
    ['transcript.completed', { schema: z.object({ record }), auth: 'clinical' }],
    ['lab.arrived', { schema: z.object({ order: z.string() }), auth: 'clinical' }],
    ['run.failed', { schema: z.object({ run: z.object({ id: z.string(), workflow: z.string() }) }), auth: 'any' }],
    ['clock.moved', { schema: z.object({ from: z.int(), to: z.int(), kind: z.string() }), auth: 'time' }],
  ]),
  actions: new Map([
    ['webhooks.send', { input: send, run: echo('send'), auth: 'clinical' }],
    ['transcripts.export', { input: file, run: echo('export'), auth: 'clinical' }],
    ['clock.pause', { input: z.object({}), run: echo('pause'), auth: 'time' }],
  ]),
  workflows: new Map([['digest', { workflow: echo('digest'), auth: 'time' }]]),
};

/** A workflow that returns its input. */
function echo(name: string) {
  return workflow<unknown>(name)
    .step('echo', ({ input }) => JSON.parse(JSON.stringify(input ?? null)) as string)
    .answer((body) => ({ body, location: '' }));
}
