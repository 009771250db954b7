import { once } from 'node:events';
import { auditFolder, chainsIn, filesOf, linesOf, verifyAuditLog } from '../audit/chain.ts';
import { planHost } from '../host/plan.ts';
import { type Command, parse, UsageError } from './command.ts';
import { configurationOptions, configurationUsage, requested } from './request.ts';
import { table } from './table.ts';

/** The audit log, straight from its files, beside a running host too. */
export const command: Command = {
  usage: `Usage: chronoscribe audit export
       chronoscribe audit verify

Who did what with whose records, and when. Every request to a clinical or administrative endpoint is an entry, and nothing of what records say.

  export          print all entries, one JSON object a line
  verify          follow the chain of hashes from the first entry to the last; whoever keeps the last hash elsewhere
                  can tell later that nothing before it was changed or taken away

Of several hosts each has a log of its own, in its own data folder.

${configurationUsage}`,
  async run([name = '', ...args]) {
    const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (run === undefined) throw new UsageError(`expected one of: ${Object.keys(commands).join(', ')}`);
    const { values } = parse(args, configurationOptions);
    const { configuration } = await planHost(requested(values));
    const folder = auditFolder(configuration.data);
    if ((await chainsIn(folder)).length === 0) {
      throw new Error(`There is no audit log in ${folder}. Name another data folder with --data, or start the host once.`);
    }
    return run(folder);
  },
};

const commands: Readonly<Record<string, (folder: string) => Promise<0 | 1>>> = { export: exportAll, verify };

async function exportAll(folder: string): Promise<0> {
  for (const chain of await chainsIn(folder)) {
    for (const file of await filesOf(folder, chain)) {
      for await (const line of linesOf(file)) {
        if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
      }
    }
  }
  return 0;
}

async function verify(folder: string): Promise<0 | 1> {
  const reports = await verifyAuditLog(folder);
  const rows = reports.map(({ chain, entries, hash, fault }) => [chain, String(entries), hash, fault ?? 'whole']);
  process.stdout.write(table([['CHAIN', 'ENTRIES', 'LAST HASH', 'STATE'], ...rows]));
  return reports.every(({ fault }) => fault === null) ? 0 : 1;
}
