import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { AutomationTrial } from '../kinds/automations.ts';
import { configurationOptions, defineCommand, form, hostRequest, table, text } from './command.ts';
import { type ConnectionValues, connect, connectionOptions } from './connect.ts';
import { withTrialHost } from './parts.ts';

const connection = connectionOptions('the scope operator');
const event = z.string().meta({ value: 'FILE', description: 'the payload of an event as JSON' });
const trigger = text('TRIGGER', 'its trigger, if the automation has several');

/** Shows what the automations of a running host did, and what one of the configuration would do. */
export const command = defineCommand({
  name: 'automations',
  about: `Lists the automations of a running host, and how often each fired in the last 24 hours. With "test", evaluates one of the
configuration for an event: its condition, and the input of each action. That needs no running host, and nothing is done.`,
  forms: {
    '': form([], connection, list),
    test: form(['NAME'], { event, trigger, ...configurationOptions }, async (values, name: string) => {
      const payload = await readJson(values.event);
      const trial = await withTrialHost(hostRequest(values), ({ services }) =>
        services.automations.test(name, { trigger: values.trigger, payload }),
      );
      process.stdout.write(drawTrial(trial));
      return trial.error === null && trial.actions.every(({ error }) => error === null) ? 0 : 1;
    }),
  },
  shared: connection,
});

const Counts = z.object({
  fired: z.int(),
  done: z.int(),
  skipped: z.int(),
  failed: z.int(),
  waiting: z.int(),
  started: z.int(),
  loop: z.int(),
});
const Listed = z.object({
  items: z.array(z.object({ name: z.string(), on: z.array(z.string()), actions: z.array(z.string()), counts: Counts })),
});

async function list(values: ConnectionValues): Promise<void> {
  const host = await connect(values);
  const { items } = await host.call('GET', '/api/v1/automations', Listed);
  if (items.length === 0) return void process.stdout.write('The configuration has no automations.\n');
  const rows = items.map(({ name, on, actions, counts }) => [
    name,
    on.join('\n'),
    actions.join('\n'),
    ...[counts.fired, counts.done, counts.skipped, counts.failed, counts.waiting + counts.started, counts.loop].map(
      String,
    ),
  ]);
  const head = ['NAME', 'ON', 'DOES', 'FIRED', 'DONE', 'SKIPPED', 'FAILED', 'OPEN', 'LOOPS'];
  process.stdout.write(table([head, ...rows]));
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`The file ${file} cannot be read. Name another one.`, { cause });
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`The file ${file} is not JSON.`, { cause });
  }
}

function drawTrial({ condition, actions, error }: AutomationTrial): string {
  const verdict = condition === null ? error : condition ? 'holds' : 'does not hold: nothing would be done';
  const inputs = actions.map((each) => [each.action, each.error ?? JSON.stringify(each.input, null, 2)]);
  return table([['condition', verdict ?? ''], ...inputs]);
}
