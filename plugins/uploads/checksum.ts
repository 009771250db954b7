import { Problem, type UploadChecksum } from 'chronoscribe';

/** The algorithms of `Upload-Checksum`; a server must know sha1. */
export const checksumAlgorithms = ['sha1', 'sha256', 'md5'] as const;

/**
 * The checksum of a request: an algorithm and the digest in base64 (tus 1.0, Checksum).
 *
 * @throws Problem `invalid-checksum`
 */
export function uploadChecksum(header: string | null): UploadChecksum | undefined {
  if (header === null) return undefined;
  const [name, digest = ''] = header.trim().split(/\s+/);
  const algorithm = checksumAlgorithms.find((each) => each === name);
  if (algorithm !== undefined && digest !== '') return { algorithm, digest: Buffer.from(digest, 'base64') };
  throw new Problem('invalid-checksum', {
    status: 400,
    detail: `Upload-Checksum: expected one of ${checksumAlgorithms.join(', ')}, a space, and the digest in base64.`,
  });
}
