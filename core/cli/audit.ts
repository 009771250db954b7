import { once } from 'node:events';
import {
  auditGaps,
  gapId,
  gapRecord,
  gapText,
  readAuditState,
  readHostId,
  type StoredAuditState,
  storedGap,
} from '../audit/anchors.ts';
import { openAuditLog } from '../audit/audit-log.ts';
import { auditFolder, chainsIn, filesOf, linesOf } from '../audit/chain.ts';
import { type VerifiedChain, verifyAuditLog } from '../audit/reading.ts';
import type { Configuration } from '../config/configuration.ts';
import { planHost } from '../host/plan.ts';
import { Archive, Store } from '../kinds/store.ts';
import { planToChange, planToRead } from './archive.ts';
import { type ConfigurationValues, configurationOptions, defineCommand, form, hostRequest, table } from './command.ts';
import { withParts } from './parts.ts';

/** Reads the audit log from its files, also while a host runs. */
export const command = defineCommand({
  name: 'audit',
  about: `Who did what with whose records, and when. Every request to a clinical or administrative endpoint is an entry. The content of
records is never part of it.

  export          print all entries, one JSON object a line
  verify          recompute the chain of hashes from the first entry to the last, and compare its end with what the store
                  has; exits with 1 and names what is missing otherwise
  acknowledge     say that the gaps that "verify" names are known, such as months that were deleted on purpose; hosts and
                  "verify" report only further ones from then on, and the log has an entry for each

Each of several hosts has its own log, in its own data folder.`,
  forms: {
    export: form([], configurationOptions, exportAll),
    verify: form([], configurationOptions, verify),
    acknowledge: form([], configurationOptions, acknowledge),
  },
});

async function exportAll(values: ConfigurationValues): Promise<0> {
  const { configuration } = await planHost(hostRequest(values));
  const folder = auditFolder(configuration.data);
  const chains = await chainsIn(folder);
  if (chains.length === 0) throw noLog(folder);
  for (const chain of chains) {
    for (const file of await filesOf(folder, chain)) {
      for await (const line of linesOf(file)) {
        if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
      }
    }
  }
  return 0;
}

async function verify(values: ConfigurationValues): Promise<0 | 1> {
  const plan = await planToRead(values);
  const { configuration } = plan;
  const state = await withParts(plan, { archive: Archive }, ({ archive }) => readAuditState(archive));
  const reports = await verified(configuration, state);
  if (reports.length === 0) throw noLog(auditFolder(configuration.data));
  const rows = reports.map(({ chain, entries, hash, fault }) => [chain, String(entries), hash, fault ?? 'whole']);
  const log = await readHostId(configuration.data);
  const others = configuration.cluster ? state.anchors.filter((anchor) => anchor.log !== log) : [];
  const elsewhere = others.map(({ log, chain, seq, hash, at }) => [
    ...[`${chain} of ${log}`, String(seq), hash, `of another host, as of ${new Date(at).toISOString()}`],
  ]);
  process.stdout.write(table([['CHAIN', 'ENTRIES', 'LAST HASH', 'STATE'], ...rows, ...elsewhere]));
  return reports.every(({ fault }) => fault === null) ? 0 : 1;
}

async function acknowledge(values: ConfigurationValues): Promise<0> {
  const plan = await planToChange(values);
  const { configuration } = plan;
  const { data, cluster: isClustered } = configuration;
  await withParts(plan, { archive: Archive, store: Store }, async ({ archive, store }) => {
    // Opened first: what it finds missing at the end of its chain is a gap before its next entry.
    const audit = await openAuditLog({ data, store, isClustered, log: plan.log });
    try {
      const state = await readAuditState(archive);
      const gaps = (await verified(configuration, state)).flatMap((report) => report.gaps);
      for (const gap of gaps) {
        const action = 'chronoscribe audit acknowledge';
        await audit.record({ account: null, key: null, action, record: gapRecord(gap), outcome: 'done' });
        await store.put(auditGaps, storedGap(gap, Date.now()));
        process.stdout.write(`chain ${gap.chain}: ${gapText(gap.after.seq, gap.expected.seq)}; acknowledged\n`);
      }
      // Those that were found, and whose entries somebody has brought back since.
      const found = new Set(gaps.map(gapId));
      const log = await readHostId(data);
      const closed = state.gaps.filter((gap) => gap.acknowledgedAt === null && !found.has(gap.id));
      for (const gap of closed.filter((each) => each.log === log || !isClustered)) {
        await store.put(auditGaps, { ...gap, acknowledgedAt: Date.now() });
        process.stdout.write(`chain ${gap.chain}: ${gapText(gap.after, gap.expected)} no more\n`);
      }
      if (gaps.length + closed.length === 0) process.stdout.write('There is no gap to acknowledge.\n');
    } finally {
      await audit.stop();
    }
  });
  return 0;
}

async function verified(
  { data, cluster: isClustered }: Configuration,
  state: StoredAuditState,
): Promise<readonly VerifiedChain[]> {
  const log = (await readHostId(data)) ?? '';
  return verifyAuditLog({ ...state, folder: auditFolder(data), log, isClustered });
}

function noLog(folder: string): Error {
  return new Error(`There is no audit log in ${folder}. Name another data folder with --data, or start the host once.`);
}
