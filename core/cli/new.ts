import { join, relative } from 'node:path';
import { packageFolder, runsFromSource } from '../api/package.ts';
import { bundledKinds, bundledPlugins, bundledProviders } from '../host/loader.ts';
import { type Command, flag, parse, UsageError } from './command.ts';
import { pluginTemplates, type Scaffold, scaffold, templates } from './scaffold.ts';

const kindsWithTemplate = templates().filter((template) => !pluginTemplates.includes(template));

/** Creates the folder of a plugin or provider that works and passes its tests, as a starting point. */
export const command: Command = {
  usage: `Usage: chronoscribe new plugin NAME [--workflow]
       chronoscribe new provider KIND NAME

Creates the folder ./NAME with a plugin, or a provider of the kind KIND (${kindsWithTemplate.join(', ')}), that works and
passes its tests. Change it into what you need.

  NAME         lower-case letters and digits, in words joined by "-"
  --workflow   a plugin whose work is a workflow with branches, a sleep and a signal
`,
  async run(args) {
    const names = args[0] === 'provider' ? ['provider', 'KIND', 'NAME'] : ['plugin', 'NAME'];
    const { positionals, values } = parse(args, names, { workflow: flag('a plugin whose work is a workflow') });
    const chosen = parseScaffold(positionals, values.workflow);
    await scaffold(chosen, process.cwd());
    process.stdout.write(
      `created ./${chosen.name}\n\n  cd ${chosen.name}\n  npm install\n  npm test\n\nIts README says how to enable it.\n`,
    );
    return 0;
  },
};

/** @throws UsageError for an invalid name or kind; Error for a kind without a template */
function parseScaffold([what, ...rest]: readonly string[], withWorkflow: boolean): Scaffold {
  switch (what) {
    case 'plugin': {
      const [name = ''] = rest;
      return { template: withWorkflow ? 'workflow' : 'plugin', name: validateName(name, bundledPlugins()) };
    }
    case 'provider': {
      if (withWorkflow) throw new UsageError('--workflow is for a plugin: a provider has no workflows');
      const [kind = '', name = ''] = rest;
      if (!bundledKinds().includes(kind))
        throw new UsageError(`unknown kind "${kind}"; known: ${bundledKinds().join(', ')}`);
      if (!kindsWithTemplate.includes(kind)) throw new Error(withoutTemplate(kind));
      return { template: kind, name: validateName(name, bundledProviders(kind)) };
    }
    default:
      throw new UsageError(`expected "plugin" or "provider", not "${what}"`);
  }
}

/** Where to start with a kind that is too large for a template. Every path is one of this package. */
function withoutTemplate(kind: string): string {
  const path = (...names: readonly string[]) => relative(process.cwd(), join(packageFolder, ...names)) || '.';
  const built = runsFromSource ? [] : ['dist'];
  return `There is no template for a ${kind}: it promises too much for one page. To write one:

  1. read ${path('docs', 'authoring.md')}, "A provider"
  2. take a bundled one as an example: ${path(...built, 'providers', kind, bundledProviders(kind)[0] ?? '')}
  3. test yours with the suite chronoscribe/contracts/${kind}, which says what every ${kind} promises`;
}

/**
 * The name of a new plugin or provider, which is also the name of its folder.
 *
 * @param taken names of bundled ones
 * @throws UsageError if the name has other characters than allowed, or is taken
 */
export function validateName(name: string, taken: readonly string[]): string {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 50) {
    throw new UsageError(
      `"${name}" cannot be the name: use lower-case letters and digits, in words joined by "-", 50 at most`,
    );
  }
  if (taken.includes(name)) throw new UsageError(`"${name}" is bundled already; choose another name`);
  return name;
}
