import { z } from 'zod';
import { defineKind } from '../api/kind.ts';
import type { Health, ModelPackage } from '../api/provider.ts';
import { AuditEvent } from './audit.ts';

/** The state of a model on this machine. */
export type ModelState =
  /** Complete, in `folder`. */
  | { readonly status: 'ready'; readonly folder: string }
  | { readonly status: 'absent' }
  /** Files are missing, or differ from what was installed. */
  | { readonly status: 'damaged'; readonly detail: string };

/**
 * The models on this machine, in the data folder. Provided by the host.
 *
 * @example
 * async function encoderOf(models: Models, model: ModelPackage): Promise<string> {
 *   const folder = await models.ensure(model, { download: true, signal, progress: () => undefined });
 *   return `${folder}/encoder.onnx`;
 * }
 */
export interface Models {
  /** The state of a model. It checks the names and sizes of the files, not their contents. */
  state(model: ModelPackage): Promise<ModelState>;
  /**
   * The folder of a model, which is downloaded first if it is absent. An interrupted download is resumed; the file is
   * verified, unpacked and moved into place atomically. Concurrent calls download once.
   *
   * @param options.download whether the model may be downloaded
   * @param options.progress is called with the completed fraction, from 0 to 1
   * @throws Problem `provider-unavailable` with the command to run, if the model is absent and may not or cannot be
   *   downloaded (`transient` if another attempt may succeed); `insufficient-storage` if the disk is full; the reason
   *   of the signal
   */
  ensure(
    model: ModelPackage,
    options: { readonly download: boolean; readonly signal: AbortSignal; progress(fraction: number): void },
  ): Promise<string>;
}

export const Models = defineKind<Models>('models');

/** A model that a provider can use, and where it stands on this machine. */
export const ModelOnMachine = z.object({
  name: z.string().describe('`whisper-tiny.en`'),
  description: z.string().describe('What it is for'),
  bytes: z.int().nullable().describe('The size of the download; null if unknown'),
  licence: z.string().describe('An SPDX name, or words'),
  status: z.enum(['ready', 'absent', 'damaged', 'downloading']).describe('Where it stands on this machine'),
  progress: z
    .number()
    .nullable()
    .describe('The completed fraction of the download, from 0 to 1; null if there is none'),
  fault: z.string().nullable().describe('Why it is damaged, or why the last download failed; null otherwise'),
});
export type ModelOnMachine = Readonly<z.output<typeof ModelOnMachine>>;

/** An entry of the audit log of this host. */
export const AuditLogEntry = z.object({
  at: z.string().describe('ISO 8601, UTC'),
  chain: z.string().describe('The chain of hashes that it is in; each process has its own'),
  seq: z.int().describe('Its number in the chain, from 1'),
  ...AuditEvent.shape,
});

export type AuditLogEntry = Readonly<z.output<typeof AuditLogEntry>>;

/** What an audit log is searched for. Conditions that are left out hold for every entry. */
export interface AuditSearch {
  readonly account?: string | undefined;
  readonly record?: string | undefined;
  readonly key?: string | undefined;
  /** Only entries before this one, which is where the page before ended. */
  readonly before?: Pick<AuditLogEntry, 'at' | 'chain' | 'seq'> | undefined;
  readonly limit: number;
}

/** The verification of a chain of the audit log. */
export const AuditChainReport = z.object({
  chain: z.string().describe('Each process that writes has a chain'),
  entries: z.int().describe('How many entries there are'),
  hash: z.string().describe('SHA-256 of the last valid entry; keep it elsewhere to prove later that nothing changed'),
  fault: z
    .string()
    .nullable()
    .describe('Where the chain is broken, and which entries are missing, a line for each place; null if it is whole'),
});

export type AuditChainReport = Readonly<z.output<typeof AuditChainReport>>;

/** A limit, or for how long something is kept, as it is in force. */
export const Bound = z.object({
  name: z.string().describe('The setting: `limits.perAccount.runsAtOnce`'),
  value: z
    .union([z.number(), z.string()])
    .nullable()
    .describe('What is in force; null if it is not set and has no default'),
  description: z.string().describe('What it limits, and its unit'),
  place: z.string().nullable().describe('Where it is set, as `clinic.yaml:12`; null for a default'),
});
export type Bound = Readonly<z.output<typeof Bound>>;

/** The backups in the data folder of this host. */
export const BackupState = z.object({
  folder: z.string().describe('Where they are, on the machine of the host'),
  items: z
    .array(
      z.object({
        name: z.string().describe('The name of the file'),
        bytes: z.int().describe('Its size'),
        finishedAt: z.int().describe('Milliseconds since 1970'),
      }),
    )
    .describe('The newest first'),
  writing: z.boolean().describe('Whether one is being written'),
  fault: z.string().nullable().describe('Why the last one that was begun here failed; null if it did not'),
});
export type BackupState = Readonly<z.output<typeof BackupState>>;

/**
 * What somebody who runs this host looks at. Provided by the host.
 *
 * @example
 * const failed = async ({ health }: Operations): Promise<readonly string[]> =>
 *   Object.entries(await health()).flatMap(([part, { status }]) => (status === 'failed' ? [part] : []));
 */
export interface Operations {
  /** The health of every part that reports one, by its name. Reused for ten seconds. */
  health(): Promise<Readonly<Record<string, Health>>>;
  /** The limits and the retention of this host, in the order of the settings. */
  bounds(): readonly Bound[];
  /** The models that a bundled or configured provider can use, sorted by name. */
  models(): Promise<ModelOnMachine[]>;
  /**
   * Begins to download a model, unless that goes on already or it is there. It is not waited for: `models` tells how far
   * it is.
   *
   * @throws Problem `not-found` that names the known models
   */
  download(name: string): Promise<void>;
  backups(): Promise<BackupState>;
  /** Begins to write a backup into the data folder, unless one is being written. It is not waited for. */
  backUp(): Promise<void>;
  /** Entries of this host's audit log, the newest first. */
  searchAudit(search: AuditSearch): Promise<readonly AuditLogEntry[]>;
  /** Recomputes every chain of this host's audit log, from the first entry to the last. */
  verifyAudit(): Promise<readonly AuditChainReport[]>;
}

export const Operations = defineKind<Operations>('operations');
