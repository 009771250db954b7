import {
  type BlobEntry,
  type Blobs,
  type Cluster,
  Download,
  download,
  type Logger,
  Problem,
  type Route,
  route,
  type UploadedFile,
} from 'chronoscribe';
import { keptFiles, type RecordRepository } from 'chronoscribe/kinds/records';
import { z } from 'zod';
import type { TranscriptContent } from './record/content.ts';
import { isSoundType, soundExtensions, soundTypes } from './sound/formats.ts';

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

/** The sound of records. */
export function keptAudio({ keep, ...tools }: Tools) {
  const days = typeof keep === 'number' ? keep : undefined;
  const { list, remove, keep: keepFile, stop } = keptFiles({ ...tools, name: 'audio', days });
  return {
    /** Copies the sound that a record was made from, if it is to be kept. It may be repeated. */
    async keep(account: string, id: string, { blob, type }: UploadedFile): Promise<void> {
      if (keep !== 'none' && isSoundType(type)) await keepFile(account, id, blob, soundExtensions[type]);
    },
    /** Is called once a record is signed. It may be repeated. */
    async signed(id: string): Promise<void> {
      if (keep === 'until-signed') await remove(id);
    },
    find: async (id: string): Promise<BlobEntry | undefined> => (await list(id))[0],
    stop,
  };
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
    response: download(...soundTypes),
    problems: ['not-found', 'range-not-satisfiable'],
    async handle({ account, path: { id } }) {
      await repository.versions(account, id);
      const found = await find(id);
      const type = soundTypes.find((each) => found?.name.endsWith(`/audio.${soundExtensions[each]}`));
      if (found === undefined || type === undefined) {
        throw new Problem('not-found', {
          detail:
            'The recording of this transcript is not kept. The setting `keepAudio` says for how long recordings are.',
        });
      }
      const { name, bytes } = found;
      return new Download({
        type,
        name: `transcript-${id}.${soundExtensions[type]}`,
        body: { bytes, read: (range) => blobs.read(name, range) },
      });
    },
  });
}
