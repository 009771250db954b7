import { definePlugin, Runs, route } from 'chronoscribe';
import { z } from 'zod';

const Graph = z.object({
  nodes: z
    .array(
      z.object({
        id: z
          .string()
          .describe('Its path: `pages/read`. In a run, the items of an `each` add a number: `pages/3/read`'),
        name: z.string().describe('Unique among its neighbours and those around it'),
        kind: z.enum(['step', 'parallel', 'each', 'when', 'sleep', 'wait', 'child']).describe('What it does'),
        of: z.string().exactOptional().describe('The id of the node that contains it'),
      }),
    )
    .readonly()
    .describe('A node comes before those that it contains'),
  edges: z
    .array(
      z.object({
        from: z.string().describe('The id of a node'),
        to: z.string().describe('The id of a node'),
        label: z.string().exactOptional().describe('The name of a branch, or when this way is taken'),
      }),
    )
    .readonly()
    .describe('From each node to the next, and from a node to the first of each list that it contains'),
});

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
              graph: Graph.describe('Its nodes, and their order'),
            }),
          )
          .readonly()
          .describe('In the order of the plugins'),
      }),
      handle: () => ({ workflows: runs.workflows() }),
    }),
  ],
});
