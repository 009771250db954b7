import { workflow } from 'chronoscribe';
import type { RunEvent } from 'chronoscribe/host';
import { asIs } from './test-bed.ts';

/** A workflow with progress and text, for watchers. */
export const dictation = workflow('dictation')
  .step('listen', (_, { progress }) => progress(0.5))
  .step('write', (_, { text, progress }) => {
    text('Subjective:');
    text(' well.');
    progress(1);
  })
  .answer(asIs);

/** All events of it. */
export const dictationEvents: readonly RunEvent[] = [
  { type: 'progress', step: 'listen', index: 1, of: 2, fraction: 0 },
  { type: 'progress', step: 'listen', index: 1, of: 2, fraction: 0.5 },
  { type: 'progress', step: 'write', index: 2, of: 2, fraction: 0 },
  { type: 'text', text: 'Subjective:' },
  { type: 'text', text: ' well.' },
  { type: 'progress', step: 'write', index: 2, of: 2, fraction: 1 },
  { type: 'end' },
];

/** All events until the end. */
export function all(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  return Array.fromAsync(events);
}

/** The texts among the events. */
export function texts(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
}
