import type { z } from 'zod';
import { messageOf, unknownName } from '../api/text.ts';
import { commands, ownCommands } from '../extensions/commands.ts';
import { declareExtensions } from '../host/composition.ts';
import { withComposed } from '../host/container.ts';
import type { Extensions } from '../host/extensions.ts';
import type { Plan } from '../host/plan.ts';
import { planToChange } from './archive.ts';
import { type Command, type ConfigurationValues, defineCommand, form, table } from './command.ts';
import { type ConnectionValues, connect, connectionOptions } from './connect.ts';
import { partsFor } from './parts.ts';

const connection = connectionOptions('the scope that the command needs');

/** Runs a command that a plugin adds. @throws Error for one that no plugin has, or if the plugins cannot be asked */
export async function runPluginCommand(
  name: string,
  values: ConfigurationValues,
  run: (command: Command) => Promise<0 | 1>,
): Promise<0 | 1> {
  const plan = await planToChange(values).catch((cause: unknown) => {
    const unknown = unknownName('command', name, ownCommands);
    throw new Error(`${unknown}\nThe plugins cannot be asked for it: ${messageOf(cause)}`, { cause });
  });
  return withExtensions(plan, (extensions) => {
    const added = commandsIn(extensions);
    const found = added.find((each) => each.name === name);
    if (found === undefined) {
      throw new Error(unknownName('command', name, [...ownCommands, ...added.map((each) => each.name)]));
    }
    return run(made(found));
  });
}

/** The lines of the help for what plugins add. */
export async function pluginCommandsUsage(values: ConfigurationValues): Promise<string> {
  try {
    const rows = await withExtensions(await planToChange(values), async (extensions) =>
      commandsIn(extensions).map(({ name, about }) => [`  ${name}`, about.split(/(?<=\.)\s/, 1).join('')]),
    );
    return rows.length === 0 ? '' : `\nof your plugins:\n\n${table(rows)}`;
  } catch (thrown) {
    return `\nthe commands of your plugins are not listed: ${messageOf(thrown)}\n`;
  }
}

type Added = z.output<typeof commands.schema>;

function made({ name, about, arguments: names = [], options = {}, run }: Added): Command {
  const call = async (values: ConnectionValues, ...given: readonly string[]) =>
    run({
      options: values,
      arguments: given,
      print: (text) => void process.stdout.write(text),
      call: async (...request) => (await connect(values)).call(...request),
    });
  return defineCommand({
    name,
    about,
    forms: { '': form(names, { ...options, ...connection }, call) },
    shared: connection,
  });
}

const commandsIn = (extensions: Extensions): readonly Added[] => extensions.of(commands).map(({ value }) => value);

/** Starts the plugins that do not come with the host, and what they need, for the time of `use`. */
export async function withExtensions<T>(
  { plugins, parts, runner, extensions }: Plan,
  use: (extensions: Extensions) => Promise<T>,
): Promise<T> {
  const strangers = plugins.filter(({ isBundled }) => !isBundled);
  const wanted = strangers.flatMap(({ part }) => [...partsFor(parts, part.needs), part]);
  return withComposed([...new Set(wanted)], runner, async () => {
    declareExtensions(strangers, extensions);
    return use(extensions);
  });
}
