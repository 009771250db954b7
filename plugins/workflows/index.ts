import { definePlugin, Runs, route } from 'chronoscribe';
import { WorkflowGraph } from 'chronoscribe/host';
import { z } from 'zod';

/** The workflows that the plugins of this host declare. */
export default definePlugin({
  name: 'workflows',
  auth: 'any',
  needs: { runs: Runs },
  routes: ({ needs: { runs } }) => [
    route({
      method: 'GET',
      path: '/api/v1/workflows',
      summary: 'List the workflows, with their graphs',
      response: z.object({
        workflows: z
          .array(
            z.object({
              name: z.string().describe('As the runs of this workflow name it'),
              plugin: z.string().describe('The plugin that declares it'),
              graph: WorkflowGraph.describe('Its nodes, and their order'),
            }),
          )
          .readonly()
          .describe('In the order of the plugins'),
      }),
      handle: () => ({ workflows: runs.workflows() }),
    }),
  ],
});
