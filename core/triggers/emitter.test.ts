import { expect, test } from 'vitest';
import { z } from 'zod';
import { definePlugin } from '../api/plugin.ts';
import { createEmitter, type EmittedEvent } from './emitter.ts';

const plugin = definePlugin({
  name: 'labs',
  auth: 'time',
  triggers: { 'lab.arrived': z.object({ value: z.any() }) },
  routes: () => [],
});

test.each([
  [new Date(0), 'a Date at "value"'],
  [[1, Number.NaN], 'NaN at "value.1"'],
  [{ at: [undefined] }, 'undefined at "value.at.0"'],
  [new Map(), 'a Map at "value"'],
  [() => 1, 'a Function at "value"'],
  [10n, 'a BigInt at "value"'],
])('an event whose payload JSON would lose is refused where it is emitted: %s', async (value, fault) => {
  const queued: EmittedEvent[] = [];
  const emit = createEmitter({
    now: () => 0,
    isListened: (trigger) => trigger === 'lab.arrived',
    linksOf: async () => 0,
    queue: async (_documents, event) => void queued.push(event),
  })(plugin);
  const event = { account: 'clinic', payload: { value } };
  await expect(emit({} as never, 'lab.arrived', event)).rejects.toThrow(
    `plugin labs emits a wrong lab.arrived: ${fault}, which is not JSON`,
  );
  expect(queued).toEqual([]);
});
