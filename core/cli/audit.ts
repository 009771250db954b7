import { once } from 'node:events';
import { auditFolder, chainsIn, filesOf, linesOf, verifyAuditLog } from '../audit/chain.ts';
import { planHost } from '../host/plan.ts';
import {
  type Command,
  configurationOptions,
  configurationUsage,
  hostRequest,
  parse,
  subcommand,
  table,
} from './command.ts';

/** Reads the audit log from its files, also while a host runs. */
export const command: Command = {
  usage: `Usage: chronoscribe audit export
       chronoscribe audit verify

Who did what with whose records, and when. Every request to a clinical or administrative endpoint is an entry. The content of
records is never part of it.

  export          print all entries, one JSON object a line
  verify          recompute the chain of hashes from the first entry to the last; keep the last hash elsewhere to prove
                  later that no entry before it was changed or deleted

Each of several hosts has its own log, in its own data folder.

${configurationUsage}`,
  async run([name, ...args]) {
    const run = subcommand(commands, name);
    const { values } = parse(args, configurationOptions);
    const { configuration } = await planHost(hostRequest(values));
    const folder = auditFolder(configuration.data);
    if ((await chainsIn(folder)).length === 0) {
      throw new Error(
        `There is no audit log in ${folder}. Name another data folder with --data, or start the host once.`,
      );
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
