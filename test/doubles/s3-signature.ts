import { createHash, createHmac } from 'node:crypto';
import type { VendorRequest } from './vendor-server.ts';

export interface S3Key {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Why a request is refused, as S3 puts it; undefined where it is signed as it should be. */
export type SignatureFault =
  | 'AccessDenied'
  | 'InvalidAccessKeyId'
  | 'AuthorizationHeaderMalformed'
  | 'RequestTimeTooSkewed'
  | 'SignatureDoesNotMatch'
  | 'XAmzContentSHA256Mismatch';

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
const quarterOfAnHourMs = 15 * 60 * 1000;

/**
 * Checks a request's signature, its time and the checksum of its content, after AWS Signature Version 4. @param now the
 * clock of the store
 */
export function signatureFault(
  request: VendorRequest,
  key: S3Key,
  region: string,
  now: Date,
): SignatureFault | undefined {
  const [, accessKeyId = '', day = '', scope = '', signed = '', signature = ''] =
    authorization.exec(request.headers.authorization ?? '') ?? [];
  const header = (name: string) => String(request.headers[name] ?? '');
  if (signature === '') return 'AccessDenied';
  if (accessKeyId !== key.accessKeyId) return 'InvalidAccessKeyId';
  if (scope !== region) return 'AuthorizationHeaderMalformed';

  const time = header('x-amz-date');
  const asIso = time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  if (!(Math.abs(Date.parse(asIso) - now.getTime()) <= quarterOfAnHourMs)) return 'RequestTimeTooSkewed';

  const canonical = [
    request.method,
    request.path,
    [...request.query].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).toSorted(),
    ...signed.split(';').map((name) => `${name}:${header(name).trim().replaceAll(/ +/g, ' ')}`),
    '',
    signed,
    header('x-amz-content-sha256'),
  ];
  const toSign = [
    'AWS4-HMAC-SHA256',
    time,
    `${day}/${region}/s3/aws4_request`,
    sha256(canonical.map(joined).join('\n')),
  ].join('\n');
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${key.secretAccessKey}`);
  if (hmac(signingKey, toSign).toString('hex') !== signature) return 'SignatureDoesNotMatch';
  return header('x-amz-content-sha256') === sha256(request.body) ? undefined : 'XAmzContentSHA256Mismatch';
}

const joined = (part: string | readonly string[]): string => (typeof part === 'string' ? part : part.join('&'));
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
