import { createHash } from 'node:crypto';
import { Problem } from 'chronoscribe';
import { collectCooperatively } from 'chronoscribe/concurrency';
import type { RecordStatus, RecordVersion } from 'chronoscribe/kinds/records';
import type { TranscriptContent } from './content.ts';
import type { Deed, Signature, Signing } from './signature.ts';

export function statusOf({
  signing: { signature, addenda, reopenings },
}: Pick<TranscriptContent, 'signing'>): RecordStatus {
  if (signature === null) return 'draft';
  return addenda.length + reopenings.length > 0 ? 'amended' : 'signed';
}

/** @throws Problem `signed` (409) for a record that can no longer be changed */
export function refuseSigned({ signing: { signature } }: Pick<TranscriptContent, 'signing'>): void {
  if (signature === null) return;
  const detail =
    'This note is signed and can no longer be changed. Add to it with POST …/addendum, or have an admin open it again with POST …/reopen.';
  throw new Problem('signed', { status: 409, detail });
}

/**
 * Refuses to delete a record that is signed, or was before it was opened again.
 *
 * @throws Problem `signed` (409)
 */
export function refuseOnceSigned(versions: readonly RecordVersion[]): void {
  if (!versions.some(({ change }) => change === 'signed')) return;
  const detail =
    'This note was signed, so it is kept until its retention ends. Only a key with the scope "admin" can delete it before.';
  throw new Problem('signed', { status: 409, detail });
}

/** @returns the signature @throws Problem `not-signed` (409) for a draft */
export function requireSigned({ signing: { signature } }: Pick<TranscriptContent, 'signing'>): Signature {
  if (signature !== null) return signature;
  const detail = 'This note is a draft. Change it, or sign it first with POST …/sign.';
  throw new Problem('not-signed', { status: 409, detail });
}

/**
 * Signs a content, which then can no longer be changed.
 *
 * @param deed `version` is the number of the version that will have the signature
 * @throws Problem `signed`
 */
export async function signed(
  content: TranscriptContent,
  deed: Deed & { readonly id: string; readonly version: number; readonly acknowledged: readonly string[] },
): Promise<TranscriptContent> {
  refuseSigned(content);
  const { id, ...signer } = deed;
  const { unmentioned } = content.coverage;
  const unsealed = unmentioned === null ? signer : { ...signer, unmentioned: unmentioned.length };
  const sha256 = await hashOfSigned(id, content, unsealed);
  return { ...content, signing: { ...content.signing, signature: { ...unsealed, sha256 } } };
}

/** Adds a text to a signed content. @throws Problem `not-signed` */
export function withAddendum(
  content: TranscriptContent,
  { text, by, at }: Deed & { readonly text: string },
): TranscriptContent {
  const { sha256: signatureHash } = requireSigned(content);
  const { addenda } = content.signing;
  const addendum = { id: `a${addenda.length + 1}`, text, by, at };
  const previous = addenda.at(-1)?.sha256 ?? signatureHash;
  const sealed = { ...addendum, sha256: hashOf(canonicalJson({ ...addendum, previous })) };
  return { ...content, signing: { ...content.signing, addenda: [...addenda, sealed] } };
}

/** Makes a signed content a draft again. Its signature and its addenda stay on record. @throws Problem `not-signed` */
export function reopened(content: TranscriptContent, deed: Deed & { readonly reason: string }): TranscriptContent {
  const signature = requireSigned(content);
  const reopenings = [...content.signing.reopenings, { ...deed, signature }];
  return { ...content, signing: { ...content.signing, signature: null, reopenings } };
}

/** Whether signature and addenda are those of this content. */
export async function isAuthentic(id: string, content: TranscriptContent): Promise<boolean> {
  const { signature, addenda } = content.signing;
  if (signature === null) return true;
  const { sha256, ...unsealed } = signature;
  return (await hashOfSigned(id, content, unsealed)) === sha256 && isChain(content.signing, addenda);
}

/** Each addendum since a signature is bound to what was there when it was added. */
function isChain({ signature, reopenings }: Signing, addenda: Signing['addenda']): boolean {
  const signatures = [...reopenings.map((each) => each.signature.sha256), signature?.sha256];
  return addenda.every(({ sha256, ...addendum }, index) => {
    const earlier = addenda[index - 1]?.sha256;
    const candidates = earlier === undefined ? signatures : [earlier];
    return candidates.some((previous) => hashOf(canonicalJson({ ...addendum, previous })) === sha256);
  });
}

/**
 * SHA-256 of what a person signs, as canonical JSON: the words, the note with its evidence, the codes, patient and visit,
 * and the signature itself. Only fields that are named here count, so that fields which later releases add to a record
 * leave its signature valid.
 */
async function hashOfSigned(
  id: string,
  content: TranscriptContent,
  signature: Omit<Signature, 'sha256'>,
): Promise<string> {
  const { form, template, language, speakers, sections, patient, visit, findings } = content;
  const segments = await collectCooperatively(
    content.segments.values().map((segment) => {
      const { id: segmentId, speaker, startMs, endMs, text } = segment;
      return canonicalJson({ id: segmentId, speaker, startMs, endMs, text });
    }),
  );
  const rest = canonicalJson({
    id,
    signature,
    ...{ form, template, language, patient, visit },
    codes: findings?.codes.map(({ system, code, evidence }) => ({ system, code, evidence })) ?? [],
    speakers: speakers.map(({ speaker, name, role }) => ({ speaker, name, role })),
    sections: sections.map(({ name, statements }) => ({
      name,
      statements: statements.map(({ id: statementId, text, evidence }) => ({ id: statementId, text, evidence })),
    })),
  });
  return hashOf(`[${rest},[${segments.join(',')}]]`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** JSON with sorted keys and without spaces, so that equal values have equal texts (RFC 8785). */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(',')}}`;
}
