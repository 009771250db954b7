import { Problem, workflow } from 'chronoscribe';
import type { RecordListener, RecordRepository, VersionedRecord } from 'chronoscribe/kinds/records';
import { recordAnswer } from './record/answer.ts';
import { changesBetween } from './record/changes.ts';
import type { TranscriptContent } from './record/content.ts';
import { pathOf, recordOf, warningsOf } from './record/record.ts';
import type { Deed } from './record/signature.ts';
import { refuseSigned, signed, withAddendum } from './record/signing.ts';
import { versionConflict } from './version-conflict.ts';

type Repository = RecordRepository<TranscriptContent>;

/** What a person does with a record, as a run: so it is done once, and webhooks and automations learn of it. */
export type SigningInput = Deed & { readonly id: string } & (
    | { readonly type: 'signature'; readonly version: number }
    | { readonly type: 'addendum'; readonly text: string }
  );

interface Tools {
  readonly repository: Repository;
  /** For the version with the signature or addendum. */
  readonly saved: RecordListener;
  /** Is called once a signature was saved. It may be called again. */
  signed(id: string): Promise<void>;
}

/** Signs a record, or adds to a signed one. */
export function signing({ repository, saved, signed: afterSignature }: Tools) {
  return workflow<SigningInput>('signing')
    .step('record', async ({ input }, { account, runId }) => {
      const { id, by } = input;
      const name = input.type === 'signature' ? 'signed' : 'addendum';
      await repository.update(account, id, { name, by, runId, saved }, async (content, { version }) =>
        input.type === 'signature'
          ? signedVersion(repository, { account, content, version }, input)
          : withAddendum(content, input),
      );
      if (input.type === 'signature') await afterSignature(id);
      return { id };
    })
    .answer(async ({ id }, { account }) => ({
      body: recordAnswer(await recordOf(await repository.get(account, id))),
      location: pathOf(id),
    }));
}

async function signedVersion(
  repository: Repository,
  newest: Pick<VersionedRecord<TranscriptContent>, 'account' | 'version' | 'content'>,
  input: Extract<SigningInput, { type: 'signature' }>,
): Promise<TranscriptContent> {
  const { id, by, at } = input;
  refuseSigned(newest.content);
  await requireVersion(repository, { ...newest, id }, input.version);
  // All warnings of this version were acknowledged before the run. They are not in its input, because they quote.
  const acknowledged = warningsOf(newest.content);
  return signed(newest.content, { id, by, at, version: newest.version + 1, acknowledged });
}

/** @throws Problem `version-conflict` if the newest version is not the one that a person saw */
export async function requireVersion(
  repository: Repository,
  newest: Pick<VersionedRecord<TranscriptContent>, 'account' | 'id' | 'version' | 'content'>,
  version: number,
): Promise<void> {
  if (version === newest.version) return;
  const base = await repository.version(newest.account, newest.id, version);
  const others = changesBetween(base.content, newest.content);
  throw await versionConflict(repository, { base, version: newest.version, others });
}

/**
 * Refuses a signature while the signer has not accepted all warnings of a content.
 *
 * @throws Problem `unresolved-warnings` (409) with those that are not; `invalid-request` for what is no warning
 */
export function requireAcknowledged(content: TranscriptContent, acknowledge: readonly string[]): void {
  const warnings = warningsOf(content);
  const errors = acknowledge.flatMap((text, index) =>
    warnings.includes(text)
      ? []
      : [
          {
            in: 'body',
            path: ['acknowledge', index],
            detail: 'Not a warning of this record',
            type: 'unknown',
          } as const,
        ],
  );
  if (errors.length > 0) {
    const detail = `acknowledge: ${errors.length} of the texts are not among the \`warnings\` of this record`;
    throw new Problem('invalid-request', { detail, errors });
  }
  const open = warnings.filter((warning) => !acknowledge.includes(warning));
  if (open.length === 0) return;
  throw new Problem('unresolved-warnings', {
    status: 409,
    detail: `This record has ${open.length} warnings that were not acknowledged. Check them, and name them in \`acknowledge\`, each with its text.`,
    members: { warnings: open },
  });
}
