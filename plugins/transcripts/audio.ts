import {
  type BlobEntry,
  type Blobs,
  type Cluster,
  Download,
  download,
  electLeader,
  type Logger,
  Problem,
  type Route,
  route,
  runPeriodically,
  type UploadedFile,
} from 'chronoscribe';
import type { RecordRepository } from 'chronoscribe/kinds/records';
import { z } from 'zod';
import type { TranscriptContent } from './record/content.ts';

/** The extensions of sound by its media type, which the blob of a record's sound is named with. */
const extensions = {
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'video/mp4': 'mp4',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'video/webm': 'webm',
  'audio/flac': 'flac',
  'audio/amr': 'amr',
} as const;
type SoundType = keyof typeof extensions;
const types = Object.keys(extensions) as [SoundType, ...SoundType[]];

/** For how long the sound of a record is kept: not at all, until it is signed, or so many days. */
export const KeepAudio = z.union([z.enum(['none', 'until-signed']), z.number().positive()]);
export type KeepAudio = z.output<typeof KeepAudio>;

interface Tools {
  readonly blobs: Blobs;
  readonly repository: RecordRepository<TranscriptContent>;
  readonly cluster: Cluster;
  readonly keep: KeepAudio;
  readonly log: Logger;
}

export type KeptAudio = ReturnType<typeof keptAudio>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The sound of records. It is a blob of its record, so it is deleted with it. */
export function keptAudio({ blobs, repository, cluster, keep, log }: Tools) {
  const prefix = (id: string) => `${repository.filesOf(id)}audio.`;
  const find = async (id: string): Promise<BlobEntry | undefined> => {
    for await (const entry of blobs.list(repository.filesOf(id))) if (entry.name.startsWith(prefix(id))) return entry;
    return undefined;
  };
  const remove = async (id: string): Promise<void> => {
    const found = await find(id);
    if (found !== undefined) await blobs.delete(found.name);
  };

  /** Deletes the sound whose days are over. */
  const sweep = async (now: number, days: number, signal: AbortSignal): Promise<void> => {
    for await (const { name, modifiedAt } of blobs.list(repository.filesOf(''))) {
      if (signal.aborted) return;
      if (/\/audio\.\w+$/.test(name) && modifiedAt < now - days * dayMs) await blobs.delete(name);
    }
  };
  const stop =
    typeof keep !== 'number'
      ? async () => undefined
      : runPeriodically(
          async (signal) => {
            if (await electLeader(cluster, 'transcripts-audio', hourMs)) await sweep(cluster.now(), keep, signal);
          },
          {
            everyMs: hourMs,
            onError: (cause) => log.error({ err: cause }, 'could not delete old sound; trying again in an hour'),
          },
        );

  return {
    /** Copies the sound that a record was made from, if it is to be kept. It may be repeated. */
    async keep(account: string, id: string, { blob, type }: UploadedFile): Promise<void> {
      if (keep === 'none' || !isSound(type)) return;
      await blobs.write(`${prefix(id)}${extensions[type]}`, blobs.read(blob));
      // The record may have been deleted meanwhile, and its files with it.
      await repository.versions(account, id).catch(async (thrown: unknown) => {
        await remove(id);
        if (!(thrown instanceof Problem && thrown.code === 'not-found')) throw thrown;
      });
    },
    /** Is called once a record is signed. It may be repeated. */
    async signed(id: string): Promise<void> {
      if (keep === 'until-signed') await remove(id);
    },
    find,
    stop,
  };
}

function isSound(type: string): type is SoundType {
  return Object.hasOwn(extensions, type);
}

/** Plays the sound of a record. */
export function audioRoute(
  { blobs, repository }: Pick<Tools, 'blobs' | 'repository'>,
  { find }: Pick<KeptAudio, 'find'>,
): Route {
  return route({
    method: 'GET',
    path: '/api/v1/transcripts/{id}/audio',
    summary: 'Play the recording of a transcript',
    description:
      'If the setting `keepAudio` of the plugin transcripts keeps it. A player may ask for a part of it (`Range`, 206).',
    response: download(...types),
    problems: ['not-found', 'range-not-satisfiable'],
    async handle({ account, path: { id } }) {
      await repository.versions(account, id);
      const found = await find(id);
      const type = types.find((each) => found?.name.endsWith(`/audio.${extensions[each]}`));
      if (found === undefined || type === undefined) {
        throw new Problem('not-found', {
          detail:
            'The recording of this transcript is not kept. The setting `keepAudio` says for how long recordings are.',
        });
      }
      const { name, bytes } = found;
      return new Download({
        type,
        name: `transcript-${id}.${extensions[type]}`,
        body: { bytes, read: (range) => blobs.read(name, range) },
      });
    },
  });
}
