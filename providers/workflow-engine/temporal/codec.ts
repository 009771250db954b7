import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Store } from 'chronoscribe';
import { runs } from '../runs/documents.ts';
import type { Payload, PayloadCodec } from './library.ts';

const encoding = 'binary/chronoscribe';
const cipher = 'aes-256-gcm';
const [nonceBytes, tagBytes] = [12, 16];

/** How long the key of a run is remembered after its last use, so that the last task of an erased run can end. */
const rememberedMs = 60_000;

export function newKey(): string {
  return randomBytes(32).toString('base64');
}

/**
 * Encrypts what Temporal keeps of a run with the key of that run, which is in our store alone: once the run is erased,
 * nobody can read it any more.
 */
export function createCodec(store: Store): PayloadCodec {
  const known = new Map<string, { readonly key: Buffer; until: number }>();

  const keyOf = async (run: string | undefined): Promise<Buffer | undefined> => {
    if (run === undefined) return undefined;
    const now = performance.now();
    for (const [id, { until }] of known) if (until < now) known.delete(id);
    const remembered = known.get(run);
    if (remembered !== undefined) {
      remembered.until = now + rememberedMs;
      return remembered.key;
    }
    const key = (await store.get(runs, run))?.key;
    if (key === undefined || key === null) return undefined;
    known.set(run, { key: Buffer.from(key, 'base64'), until: now + rememberedMs });
    return known.get(run)?.key;
  };

  return {
    async encode(payloads, context) {
      // Of an erased run nobody needs to read anything.
      const key = (await keyOf(context?.workflowId)) ?? randomBytes(32);
      return payloads.map((payload) => seal(payload, key));
    },
    async decode(payloads, context) {
      return Promise.all(
        payloads.map(async (payload) => {
          if (Buffer.from(payload.metadata?.encoding ?? []).toString() !== encoding) return payload;
          const key = await keyOf(context?.workflowId);
          if (key === undefined) throw new Error(`The run ${context?.workflowId} was erased, and its key with it.`);
          return open(payload, key);
        }),
      );
    },
  };
}

function seal({ metadata, data }: Payload, key: Buffer): Payload {
  const plain = {
    metadata: Object.entries(metadata ?? {}).map(([name, value]) => [name, Buffer.from(value).toString('base64')]),
    data: Buffer.from(data ?? []).toString('base64'),
  };
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce);
  const sealed = [sealing.update(deflateRawSync(JSON.stringify(plain))), sealing.final()];
  return {
    metadata: { encoding: Buffer.from(encoding) },
    data: Buffer.concat([nonce, ...sealed, sealing.getAuthTag()]),
  };
}

function open({ data }: Payload, key: Buffer): Payload {
  const bytes = Buffer.from(data ?? []);
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes));
  opening.setAuthTag(bytes.subarray(-tagBytes));
  const opened = Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]);
  const plain = JSON.parse(inflateRawSync(opened).toString()) as { metadata: [string, string][]; data: string };
  return {
    metadata: Object.fromEntries(plain.metadata.map(([name, value]) => [name, Buffer.from(value, 'base64')])),
    data: Buffer.from(plain.data, 'base64'),
  };
}
