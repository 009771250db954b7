/** What of triggers and actions must compile, and what must not. Only the type checker reads this file. */

import { type Documents, definePlugin, workflow } from 'chronoscribe';
import { z } from 'zod';

declare const documents: Documents;

const Arrived = z.object({ order: z.string(), pages: z.int() });
const file = workflow<{ readonly order: string }>('file')
  .step('file', ({ input }) => input.order)
  .answer((order) => ({ body: order, location: '' }));

export const laboratory = definePlugin({
  name: 'laboratory',
  auth: 'clinical',
  triggers: { 'lab.arrived': Arrived },
  workflows: () => ({ file }),
  actions: ({ workflows }) => ({
    'lab.file': { input: z.object({ order: z.string(), copies: z.int() }), run: workflows.file },
  }),
  async start({ emit }) {
    await emit(documents, 'lab.arrived', { account: 'a', payload: { order: 'o', pages: 1 } });
    // @ts-expect-error: no trigger of this plugin
    await emit(documents, 'lab.left', { account: 'a', payload: { order: 'o', pages: 1 } });
    // @ts-expect-error: a payload has the fields of its trigger
    await emit(documents, 'lab.arrived', { account: 'a', payload: { order: 'o' } });
    return {};
  },
  routes: () => [],
});

export const wrong = definePlugin({
  name: 'wrong',
  auth: 'clinical',
  // @ts-expect-error: the workflow takes an order, which the input does not have
  actions: { 'lab.file': { input: z.object({ copies: z.int() }), run: file } },
  routes: () => [],
});
