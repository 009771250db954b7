import { bundledKinds, bundledPlugins, bundledProviders } from '../host/loader.ts';
import { type Command, parse, UsageError } from './command.ts';
import { usable } from './part-name.ts';
import { type Scaffold, scaffold, templates } from './scaffold.ts';

const kindsToBegin = templates().filter((template) => template !== 'plugin');

/** Begins a plugin or a provider: a folder that works and passes its tests, to be changed. */
export const command: Command = {
  usage: `Usage: chronoscribe new plugin NAME
       chronoscribe new provider KIND NAME

Makes the folder ./NAME with a plugin, or a provider of the kind KIND (${kindsToBegin.join(', ')}), that works and passes its tests.
Change it into what you need.

  NAME   lower-case letters and digits, in words joined by "-"
`,
  async run(args) {
    const wanted = understood(
      parse(args, {}, args[0] === 'provider' ? ['provider', 'KIND', 'NAME'] : ['plugin', 'NAME']).positionals,
    );
    await scaffold(wanted, process.cwd());
    process.stdout.write(
      `made ./${wanted.name}\n\n  cd ${wanted.name}\n  npm install\n  npm test\n\nIts README says how to switch it on.\n`,
    );
    return 0;
  },
};

/** @throws UsageError for a name that could not be used; Error for a kind that there is no template of. */
function understood([what, ...rest]: readonly string[]): Scaffold {
  switch (what) {
    case 'plugin': {
      const [name = ''] = rest;
      return { template: 'plugin', name: usable(name, bundledPlugins()) };
    }
    case 'provider': {
      const [kind = '', name = ''] = rest;
      if (!bundledKinds().includes(kind)) throw new UsageError(`unknown kind "${kind}"; known: ${bundledKinds().join(', ')}`);
      if (!kindsToBegin.includes(kind)) throw new Error(withoutTemplate(kind));
      return { template: kind, name: usable(name, bundledProviders(kind)) };
    }
    default:
      throw new UsageError(`expected "plugin" or "provider", not "${what}"`);
  }
}

function withoutTemplate(kind: string): string {
  return `A ${kind} cannot be begun from a template: what it owes is more than a page.
Read what it owes in the types and the docstrings of its kind, test yours with chronoscribe/contracts/${kind},
and take the bundled ones in providers/${kind}/ as examples.`;
}
