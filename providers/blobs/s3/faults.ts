import { Problem, parseRetryAfter } from 'chronoscribe';
import { hasCode } from 'chronoscribe/files';
import { z } from 'zod';

/** What went wrong at the store, in words for a person. They never hold a key, nor anything that the store wrote. */
export interface Fault {
  readonly code: 'provider-unavailable' | 'provider-failed' | 'insufficient-storage';
  /** A sentence's end: `refuses the keys (InvalidAccessKeyId)`. */
  readonly what: string;
  /** An instruction. */
  readonly mend: string;
  /** Whether the same may succeed without anything being mended: in a moment, or in a while. */
  readonly passes?: 'soon' | 'later';
  readonly retryAfter?: number | undefined;
}

/** An answer of 200 that is not what S3 answers: a page of a proxy, or another service. */
export class StrangeAnswer extends Error {
  override readonly name = 'StrangeAnswer';
}

/** Nothing came for so long. */
export class Silence extends Error {
  override readonly name = 'Silence';
  readonly ms: number;
  constructor(ms: number) {
    super(`silent for ${ms} ms`);
    this.ms = ms;
  }
}

/** The fault as the one error that a caller sees. @param store `the bucket "x" at https://…` */
export function problemOf({ code, what, mend, passes, retryAfter }: Fault, store: string, thrown: unknown): Problem {
  return new Problem(code, {
    detail: `${capital(store)} ${what}. ${mend}`,
    transient: passes !== undefined,
    ...(retryAfter !== undefined && { retryAfter }),
    // What the store wrote stays out: it may quote a key.
    ...(answerOf(thrown) === undefined && { cause: thrown }),
  });
}

/** What a failed request means. @param thrown by the library that asks */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof Silence) {
    const what = `was silent for ${thrown.ms / 1000} s`;
    return {
      code: 'provider-unavailable',
      what,
      mend: 'See that it runs and is not overloaded, then try again.',
      passes: 'later',
    };
  }
  if (thrown instanceof StrangeAnswer) return strange('');
  const answer = answerOf(thrown);
  return answer === undefined ? connectionFault(thrown) : answerFault(answer);
}

/** The code of S3's error, such as `NoSuchKey`; undefined where there was no answer, or none that S3 would give. */
export function errorCode(thrown: unknown): string | undefined {
  return answerOf(thrown)?.name;
}

/** A failed answer as the library tells it. */
const Answer = z.object({
  name: z
    .string()
    .regex(/^[A-Za-z0-9.]{1,64}$/)
    .catch('no code'),
  $metadata: z.object({ httpStatusCode: z.int() }),
  $response: z.object({ headers: z.record(z.string(), z.unknown()) }).catch({ headers: {} }),
  Region: z.unknown().optional(),
});
type Answer = z.output<typeof Answer>;

function answerOf(thrown: unknown): Answer | undefined {
  const { success, data } = Answer.safeParse(thrown);
  return success ? data : undefined;
}

/** Codes of the protocol, and of MinIO, which adds its own, by what is to be done. */
const meanings = {
  keys: /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|TokenRefreshRequired|InvalidSecurity|NotSignedUp)$/,
  clock: /^(RequestTimeTooSkewed|RequestExpired|RequestInTheFuture)$/,
  bucket: /^NoSuchBucket$/,
  region: /^(PermanentRedirect|TemporaryRedirect|Redirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/,
  full: /^(QuotaExceeded|InsufficientStorage|XMinioStorageFull|XMinioAdminBucketQuotaExceeded)$/,
  busy: /^(SlowDown|ServiceUnavailable|Throttling.*|TooManyRequests.*|RequestLimitExceeded|BandwidthLimitExceeded)$/,
  damaged: /^(BadDigest|XAmzContentSHA256Mismatch|XAmzContentChecksumMismatch|InvalidDigest|IncompleteBody)$/,
  slow: /^RequestTimeout$/,
} as const;

function answerFault(answer: Answer): Fault {
  const { name } = answer;
  const status = answer.$metadata.httpStatusCode;
  const told = name === 'no code' || name === 'UnknownError' ? `${status}` : `${name}, ${status}`;
  const retryAfter = parseRetryAfter(text(answer.$response.headers['retry-after']));

  if (meanings.full.test(name) || status === 507) {
    return {
      code: 'insufficient-storage',
      what: `is full (${told})`,
      mend: 'Free some space there or raise its quota, then try again.',
    };
  }
  if (meanings.clock.test(name)) {
    const mend = 'Set the clock, and keep it right with NTP.';
    const what = `finds that the clock of this machine differs from its own (${told})`;
    // The library has taken the store's time from the answer, where that tells it.
    return { code: 'provider-unavailable', what, mend, passes: 'soon' };
  }
  if (meanings.keys.test(name) || status === 401) {
    const mend = 'Correct accessKeyId and secretAccessKey of the blobs.';
    return { code: 'provider-unavailable', what: `refuses the keys (${told})`, mend };
  }
  if (meanings.bucket.test(name)) {
    const mend = 'Create the bucket, or correct bucket or endpoint of the blobs.';
    return { code: 'provider-unavailable', what: `does not exist (${told})`, mend };
  }
  if (meanings.region.test(name) || (status >= 300 && status < 400)) return elsewhere(answer, told);
  if (status === 403) {
    const mend =
      'Let the key list the bucket, and read, write and delete in it; or correct bucket, accessKeyId or secretAccessKey of the blobs.';
    return { code: 'provider-unavailable', what: `refuses access (${told})`, mend };
  }
  if (meanings.busy.test(name) || status === 429 || status === 503) {
    return { code: 'provider-unavailable', what: `is busy (${told})`, mend: 'Try again later.', passes: 'soon', retryAfter };
  }
  if (status >= 500 || meanings.slow.test(name)) {
    return { code: 'provider-unavailable', what: `failed (${told})`, mend: 'Try again later.', passes: 'soon', retryAfter };
  }
  if (meanings.damaged.test(name)) {
    const mend = 'Try again; where it happens often, look at the network and what stands between.';
    return { code: 'provider-failed', what: `received something else than was sent (${told})`, mend, passes: 'soon' };
  }
  if (status === 413) {
    const mend = 'Raise its quota, or the limit of the proxy before it: blobs are sent in pieces of up to 8 MiB.';
    return { code: 'provider-failed', what: `refuses pieces of this size (${told})`, mend };
  }
  return strange(` (${told})`);
}

function elsewhere(answer: Answer, told: string): Fault {
  const named = [text(answer.Region), text(answer.$response.headers['x-amz-bucket-region'])].find(
    (region) => region !== undefined && /^[A-Za-z0-9-]{1,64}$/.test(region),
  );
  return {
    code: 'provider-unavailable',
    what: `belongs to another region${named === undefined ? '' : `, ${named}`} (${told})`,
    mend: named === undefined ? 'Correct region or endpoint of the blobs.' : `Set region of the blobs to ${named}.`,
  };
}

const strange = (told: string): Fault => ({
  code: 'provider-failed',
  what: `does not answer as S3 does${told}`,
  mend: 'See that endpoint of the blobs is the address of the store itself, not of its web pages, and that no proxy answers for it.',
});

function connectionFault(thrown: unknown): Fault {
  if (!(thrown instanceof Error)) return strange('');
  if (thrown.name === 'CredentialsProviderError') {
    const mend = 'Set accessKeyId and secretAccessKey of the blobs, or give this machine a role.';
    return { code: 'provider-unavailable', what: 'needs keys, and this machine has none', mend };
  }
  const code = systemCode(thrown);
  if (code !== undefined && /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) {
    const mend = 'Renew the certificate, or name the authority that signed it in NODE_EXTRA_CA_CERTS.';
    return { code: 'provider-unavailable', what: `has a certificate that is not trusted (${code})`, mend };
  }
  if (code !== undefined && /^(EPROTO|ERR_SSL_.*)$/.test(code)) {
    const mend = 'Correct endpoint of the blobs: it may need http:// for https://, or another port.';
    return { code: 'provider-unavailable', what: `does not speak TLS (${code})`, mend };
  }
  if (hasCode(thrown, 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE') || thrown.message === 'aborted') {
    return { code: 'provider-unavailable', what: 'broke off the connection', mend: 'Try again later.', passes: 'soon' };
  }
  if (code !== undefined || thrown.name === 'TimeoutError') {
    const mend = 'Start the store, or correct endpoint of the blobs.';
    return {
      code: 'provider-unavailable',
      what: `cannot be reached (${code ?? 'no connection in time'})`,
      mend,
      passes: 'soon',
    };
  }
  // The library could not read what it was given, with a status of 200.
  return strange('');
}

/** Of the error, or of one that it holds: several addresses were tried. */
function systemCode(error: Error): string | undefined {
  const { success, data } = z.object({ code: z.string().regex(/^[A-Z0-9_]{1,64}$/) }).safeParse(error);
  if (success) return data.code;
  if (error instanceof AggregateError) {
    for (const each of error.errors) if (each instanceof Error) return systemCode(each);
  }
  return error.cause instanceof Error ? systemCode(error.cause) : undefined;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
