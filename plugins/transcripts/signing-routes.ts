import { Problem, type Route, route, type Workflow } from 'chronoscribe';
import { singleLine } from 'chronoscribe/host';
import type { RecordRepository } from 'chronoscribe/kinds/records';
import { z } from 'zod';
import { RecordAnswer, recordAnswer } from './record/answer.ts';
import type { TranscriptContent } from './record/content.ts';
import { recordOf } from './record/record.ts';
import { refuseSigned, reopened, requireSigned } from './record/signing.ts';
import { requireAcknowledged, requireVersion, type SigningInput } from './signing.ts';

interface Parts {
  readonly repository: RecordRepository<TranscriptContent>;
  readonly signing: Workflow<SigningInput, z.input<typeof RecordAnswer>>;
}

/** Routes that sign a record, add to a signed one, and make it a draft again. */
export function signingRoutes({ repository, signing }: Parts): readonly Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/v1/transcripts/{id}/sign',
      summary: 'Sign a note, which then can no longer be changed',
      description:
        'Makes a version with a signature: who, when, and a SHA-256 of what was signed. Every warning of the record must be named in `acknowledge`. `signature.unmentioned` says how much was said and stays out of the note.',
      request: z.object({
        acknowledge: z
          .array(z.string())
          .default([])
          .describe('The `warnings` of the record that the signer accepts, by their texts'),
        version: z
          .int()
          .min(1)
          .optional()
          .describe(
            'The version that the signer saw. If another is the newest, the answer is 409. Default: the newest',
          ),
      }),
      response: RecordAnswer,
      byRun: true,
      problems: ['not-found', 'signed', 'unresolved-warnings', 'version-conflict'],
      async handle({ account, by, path: { id }, input: { acknowledge, version }, operationId, run }) {
        const newest = await repository.get(account, id);
        refuseSigned(newest.content);
        await requireVersion(repository, newest, version ?? newest.version);
        requireAcknowledged(newest.content, acknowledge);
        const input = { type: 'signature', id, by, at: Date.now(), version: newest.version } as const;
        // First, so that no crash leaves a run that is not deleted with its record.
        await repository.linkRun(account, id, operationId);
        return run(signing, input);
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/transcripts/{id}/addendum',
      summary: 'Add a text to a signed note',
      description: 'The note stays as it was signed; its status becomes `amended`.',
      request: z.object({
        text: singleLine(20_000).describe('What is added'),
      }),
      response: RecordAnswer,
      byRun: true,
      problems: ['not-found', 'not-signed'],
      async handle({ account, by, path: { id }, input: { text }, operationId, run }) {
        requireSigned((await repository.get(account, id)).content);
        await repository.linkRun(account, id, operationId);
        return run(signing, { type: 'addendum', id, by, at: Date.now(), text });
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/transcripts/{id}/reopen',
      summary: 'Make a signed note a draft again',
      description:
        'For a key with the scope `admin`. The signed version, its signature and the reason stay on record. Signed again, the note is `amended`.',
      request: z.object({
        reason: singleLine(1000).describe('Why the note must be changed'),
      }),
      response: RecordAnswer,
      problems: ['not-found', 'not-signed', 'forbidden'],
      async handle({ account, by, scopes, path: { id }, input: { reason }, operationId }) {
        if (!scopes.includes('admin')) {
          const detail = 'Opening a signed note again needs a key with the scope "admin". An addendum needs none.';
          throw new Problem('forbidden', { detail });
        }
        const at = Date.now();
        // Under the id of its operation, as a run makes its version: so a repeated request finds what it did.
        const kept = await repository.update(account, id, { name: 'reopened', by, runId: operationId }, (content) =>
          reopened(content, { by, at, reason }),
        );
        return recordAnswer(await recordOf(kept));
      },
    }),
  ];
}
