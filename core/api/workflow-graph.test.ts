import { expect, test } from 'vitest';
import { z } from 'zod';
import { workflow } from './workflow.ts';
import { workflowGraph } from './workflow-graph.ts';

const letter = workflow<{ readonly to: string }>('letter')
  .step('write', ({ input }) => input.to)
  .step('post', ({ write }) => write)
  .answer((body) => ({ body, location: '' }));

const digest = workflow<{ readonly pages: readonly string[] }>('digest')
  .step('title', ({ input }) => input.pages.length)
  .parallel('both', {
    note: (w) => w.step('draft', () => 'a note'),
    codes: (w) => w.step('find', () => 1).step('count', ({ find }) => find),
  })
  .each(
    'pages',
    ({ input }) => input.pages,
    {},
    (w) => w.step('read', ({ item }) => item),
  )
  .when(
    'long',
    ({ pages }) => pages.length > 10,
    (w) => w.waitFor('approved', z.string()),
  )
  .repeat('poll', { until: () => true, every: '30s', most: 9 }, (w) => w.step('look', ({ index }) => index))
  .race('first', { signed: (w) => w.waitFor('signature', z.string()), late: (w) => w.sleep('deadline', '3d') })
  .sleep('pause', '3d')
  .child('letter', letter, () => ({ to: 'Ada' }))
  .answer((body) => ({ body, location: '' }));

test('every node of a workflow is in its graph, with its path, its kind and what contains it', () => {
  expect(workflowGraph(digest).nodes).toEqual([
    { id: 'title', name: 'title', kind: 'step' },
    { id: 'both', name: 'both', kind: 'parallel' },
    { id: 'both/note/draft', name: 'draft', kind: 'step', of: 'both' },
    { id: 'both/codes/find', name: 'find', kind: 'step', of: 'both' },
    { id: 'both/codes/count', name: 'count', kind: 'step', of: 'both' },
    { id: 'pages', name: 'pages', kind: 'each' },
    { id: 'pages/read', name: 'read', kind: 'step', of: 'pages' },
    { id: 'long', name: 'long', kind: 'when' },
    { id: 'long/approved', name: 'approved', kind: 'wait', of: 'long' },
    { id: 'poll', name: 'poll', kind: 'repeat' },
    { id: 'poll/look', name: 'look', kind: 'step', of: 'poll' },
    { id: 'first', name: 'first', kind: 'race' },
    { id: 'first/signed/signature', name: 'signature', kind: 'wait', of: 'first' },
    { id: 'first/late/deadline', name: 'deadline', kind: 'sleep', of: 'first' },
    { id: 'pause', name: 'pause', kind: 'sleep' },
    { id: 'letter', name: 'letter', kind: 'child' },
    { id: 'letter/write', name: 'write', kind: 'step', of: 'letter' },
    { id: 'letter/post', name: 'post', kind: 'step', of: 'letter' },
  ]);
});

test('the edges of a graph are the order of the nodes, and the ways into branches and bodies by name', () => {
  expect(workflowGraph(digest).edges).toEqual([
    { from: 'title', to: 'both' },
    { from: 'both', to: 'both/note/draft', label: 'note' },
    { from: 'both', to: 'both/codes/find', label: 'codes' },
    { from: 'both/codes/find', to: 'both/codes/count' },
    { from: 'both', to: 'pages' },
    { from: 'pages', to: 'pages/read', label: 'each item' },
    { from: 'pages', to: 'long' },
    { from: 'long', to: 'long/approved', label: 'if true' },
    { from: 'long', to: 'poll' },
    { from: 'poll', to: 'poll/look', label: 'each round' },
    { from: 'poll', to: 'first' },
    { from: 'first', to: 'first/signed/signature', label: 'signed' },
    { from: 'first', to: 'first/late/deadline', label: 'late' },
    { from: 'first', to: 'pause' },
    { from: 'pause', to: 'letter' },
    { from: 'letter', to: 'letter/write' },
    { from: 'letter/write', to: 'letter/post' },
  ]);
});
