import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { drawRun, followRun, type Run, type Step } from '../runs.ts';

const step = (id: string, changed: Partial<Step> = {}): Step => ({
  id,
  name: id.slice(id.lastIndexOf('/') + 1),
  kind: 'step',
  status: 'done',
  attempt: 1,
  startedAt: 1_000,
  endedAt: 2_300,
  error: null,
  steps: [],
  ...changed,
});
const waiting = { status: 'waiting', attempt: 0, startedAt: null, endedAt: null } as const;

const run: Run = {
  id: '3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66',
  workflow: 'digest',
  name: 'letters.pdf',
  status: 'running',
  step: 'both',
  createdAt: Date.UTC(2026, 0, 31, 12),
  error: null,
  steps: [
    step('title'),
    step('both', {
      kind: 'parallel',
      status: 'running',
      endedAt: null,
      steps: [
        step('both/note', { kind: 'branch', steps: [step('both/note/draft', { attempt: 2 })] }),
        step('both/codes', {
          kind: 'branch',
          status: 'failed',
          steps: [step('both/codes/find', { status: 'failed', error: { detail: [{ msg: 'No code is known.' }] } })],
        }),
      ],
    }),
    step('approved', { ...waiting, kind: 'wait' }),
  ],
  waitingFor: [{ signal: 'approved', until: Date.UTC(2026, 1, 7, 12) }],
};

const drawn = (shown: Run) => stripVTControlCharacters(drawRun(shown));

test('a run is drawn as the tree of its steps, with what it waits for', () => {
  expect(drawn(run)).toBe(`digest  running  letters.pdf
3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66  created 2026-01-31 12:00:00Z
├─ ✓ title  1.3 s
├─ ▸ both  parallel, running
│  ├─ ✓ note  1.3 s
│  │  └─ ✓ draft  attempt 2, 1.3 s
│  └─ ✗ codes  failed, 1.3 s
│     └─ ✗ find  failed, 1.3 s, No code is known.
└─ · approved  wait, waiting
waits for the signal approved until 2026-02-07 12:00:00Z
`);
});

test('of many items only those are drawn that are at work', () => {
  const items = Array.from({ length: 40 }, (_, index) =>
    step(`pages/${index}`, { kind: 'item', ...(index > 30 && waiting), ...(index === 30 && { status: 'running' }) }),
  );
  const pages = step('pages', { kind: 'each', status: 'running', endedAt: null, steps: items });
  expect(drawn({ ...run, steps: [pages] })).toContain(`└─ ▸ pages  each, 30 of 40 done, running
   └─ ▸ 30  running, 1.3 s
`);
});

/** Follows a run that is read in these states. */
async function follow(states: readonly Run[], isTTY: boolean) {
  const written: string[] = [];
  const left = [...states];
  const read = async () => left.shift() ?? run;
  const code = await followRun(read, { isTTY, write: (text) => written.push(text) });
  return { code, written };
}

const ended: Run = { ...run, status: 'done', steps: [step('title'), step('both')], waitingFor: [] };

test('in a terminal a run is drawn anew in the same place until it has ended', async () => {
  const { code, written } = await follow([run, run, ended], true);
  expect(code).toBe(0);
  expect(written).toEqual([drawRun(run), `\u001b[10F\u001b[0J${drawRun(ended)}`]);
});

test('elsewhere each change of a step is a line, and a run that fails fails the command', async () => {
  const failed: Run = { ...ended, status: 'failed', error: { detail: [{ msg: 'No code is known.' }] } };
  const { code, written } = await follow([run, failed], false);
  expect(code).toBe(1);
  expect(written.join('')).toBe(`title  done
both  running
both/note  done
both/note/draft  done
both/codes  failed
both/codes/find  failed  No code is known.
approved  waits for this signal
run  running
both  done
run  failed  No code is known.
`);
});
