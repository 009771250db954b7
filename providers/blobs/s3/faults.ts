import { Problem } from 'chronoscribe';
import { hasCode } from 'chronoscribe/files';
import { parseRetryAfter } from 'chronoscribe/host';
import { z } from 'zod';

/** What went wrong at the store, in words for a person. They hold no key and no text that the store wrote. */
export interface Fault {
  readonly code: 'provider-unavailable' | 'provider-failed' | 'insufficient-storage' | 'not-found';
  /** The end of a sentence: `refuses the keys (InvalidAccessKeyId)`. */
  readonly what: string;
  /** An instruction. */
  readonly hint: string;
  /** Whether the same request may succeed later without a change of the set-up. */
  readonly transient?: boolean;
  readonly retryAfter?: number | undefined;
}

/** An answer of 200 that is not S3's: a page of a proxy, or another service. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

const brokenDownload: Fault = {
  code: 'provider-failed',
  what: 'broke off in the middle of a blob',
  hint: 'Try again; where it happens often, look at the network and what stands between.',
  transient: true,
};

/** The fault behind an error in the middle of a download: silence, or else a connection that the store closed. */
export function explainBrokenDownload(thrown: unknown): Fault {
  return isSilence(thrown) ? explainFault(thrown) : brokenDownload;
}

/**
 * The `Problem` of a fault.
 *
 * @param store `the bucket "x" at https://…`
 */
export function faultProblem(
  { code, what, hint, transient = false, retryAfter }: Fault,
  store: string,
  thrown: unknown,
): Problem {
  return new Problem(code, {
    detail: `${store.charAt(0).toUpperCase()}${store.slice(1)} ${what}. ${hint}`,
    transient,
    ...(retryAfter !== undefined && { retryAfter }),
    // An answer of the store stays out: it may quote a key.
    ...(parseErrorAnswer(thrown) === undefined && { cause: thrown }),
  });
}

/** The fault behind an error of a request. */
export function explainFault(thrown: unknown): Fault {
  const answer = parseErrorAnswer(thrown);
  return answer === undefined ? connectionFault(thrown) : answerFault(answer);
}

/** An error answer, as the library throws it. */
const ErrorAnswer = z.object({
  name: z
    .string()
    .regex(/^[A-Za-z0-9.]{1,64}$/)
    .catch('no code'),
  $metadata: z.object({ httpStatusCode: z.int() }),
  $response: z.object({ headers: z.record(z.string(), z.unknown()) }).catch({ headers: {} }),
  Region: z.unknown().optional(),
});
type ErrorAnswer = z.output<typeof ErrorAnswer>;

const parseErrorAnswer = (thrown: unknown): ErrorAnswer | undefined => ErrorAnswer.safeParse(thrown).data;

interface Rule {
  readonly name?: RegExp;
  readonly status?: (status: number) => boolean;
  readonly fault: Omit<Fault, 'code'> & { readonly code?: Fault['code'] };
}

/**
 * Error codes of S3, and of MinIO, which has more. The first rule that matches holds; its code is
 * `provider-unavailable` by default.
 */
const rules: readonly Rule[] = [
  {
    name: /^(QuotaExceeded|InsufficientStorage|XMinioStorageFull|XMinioAdminBucketQuotaExceeded)$/,
    status: (status) => status === 507,
    fault: {
      code: 'insufficient-storage',
      what: 'is full',
      hint: 'Free some space there or raise its quota, then try again.',
    },
  },
  {
    name: /^(RequestTimeTooSkewed|RequestExpired|RequestInTheFuture)$/,
    fault: {
      what: 'finds that the clock of this machine differs from its own',
      hint: 'Set the clock, and keep it right with NTP.',
      // The library takes the time of the store from the answer.
      transient: true,
    },
  },
  {
    name: /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|TokenRefreshRequired|InvalidSecurity|NotSignedUp)$/,
    status: (status) => status === 401,
    fault: { what: 'refuses the keys', hint: 'Correct accessKeyId and secretAccessKey of the blobs.' },
  },
  {
    name: /^NoSuchKey$/,
    fault: { code: 'not-found', what: 'has no such blob', hint: 'Name one that exists.' },
  },
  {
    name: /^NoSuchBucket$/,
    fault: { what: 'does not exist', hint: 'Create the bucket, or correct bucket or endpoint of the blobs.' },
  },
  {
    name: /^(PermanentRedirect|TemporaryRedirect|Redirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/,
    status: (status) => status >= 300 && status < 400,
    fault: { what: 'belongs to another region', hint: 'Correct region or endpoint of the blobs.' },
  },
  {
    status: (status) => status === 403,
    fault: {
      what: 'refuses access',
      hint: 'Let the key list the bucket, and read, write and delete in it; or correct bucket, accessKeyId or secretAccessKey of the blobs.',
    },
  },
  {
    name: /^(SlowDown|ServiceUnavailable|Throttling.*|TooManyRequests.*|RequestLimitExceeded|BandwidthLimitExceeded)$/,
    status: (status) => status === 429 || status === 503,
    fault: { what: 'is busy', hint: 'Try again later.', transient: true },
  },
  {
    name: /^RequestTimeout$/,
    status: (status) => status >= 500,
    fault: { what: 'failed', hint: 'Try again later.', transient: true },
  },
  {
    name: /^(BadDigest|XAmzContentSHA256Mismatch|XAmzContentChecksumMismatch|InvalidDigest|IncompleteBody)$/,
    fault: { ...brokenDownload, what: 'received something else than was sent' },
  },
  {
    status: (status) => status === 413,
    fault: {
      code: 'provider-failed',
      what: 'refuses parts of this size',
      hint: 'Raise its quota, or the limit of the proxy before it: blobs are sent in parts of up to 8 MiB.',
    },
  },
];

function answerFault(answer: ErrorAnswer): Fault {
  const { name } = answer;
  const status = answer.$metadata.httpStatusCode;
  const shown = name === 'no code' || name === 'UnknownError' ? `${status}` : `${name}, ${status}`;
  const rule = rules.find((each) => each.name?.test(name) === true || each.status?.(status) === true);
  if (rule === undefined) return notS3(` (${shown})`);
  const { headers } = answer.$response;
  const region = [answer.Region, headers['x-amz-bucket-region']].find(isRegion);
  const fault: Fault = { code: 'provider-unavailable', ...rule.fault, what: `${rule.fault.what} (${shown})` };
  if (rule.fault.what === 'belongs to another region' && region !== undefined) {
    return {
      ...fault,
      what: `${rule.fault.what}, ${region} (${shown})`,
      hint: `Set region of the blobs to ${region}.`,
    };
  }
  const retryAfter = headers['retry-after'];
  if (fault.transient !== true || typeof retryAfter !== 'string') return fault;
  return { ...fault, retryAfter: parseRetryAfter(retryAfter) };
}

const isRegion = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(value);

const notS3 = (shown: string): Fault => ({
  code: 'provider-failed',
  what: `does not answer as S3 does${shown}`,
  hint: 'See that endpoint of the blobs is the address of the store itself, not of its web pages, and that no proxy answers for it.',
});

function connectionFault(thrown: unknown): Fault {
  if (!(thrown instanceof Error)) return notS3('');
  const unavailable = (what: string, hint: string, transient?: true): Fault => ({
    code: 'provider-unavailable',
    what,
    hint,
    ...(transient && { transient }),
  });
  if (thrown.name === 'CredentialsProviderError') {
    const hint = 'Set accessKeyId and secretAccessKey of the blobs, or give this machine a role.';
    return unavailable('needs keys, and this machine has none', hint);
  }
  const code = systemCode(thrown);
  if (code !== undefined && /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) {
    const hint = 'Renew the certificate, or name the authority that signed it in NODE_EXTRA_CA_CERTS.';
    return unavailable(`has a certificate that is not trusted (${code})`, hint);
  }
  if (code !== undefined && /^(EPROTO|ERR_SSL_.*)$/.test(code)) {
    const hint = 'Correct endpoint of the blobs: it may need http:// for https://, or another port.';
    return unavailable(`does not speak TLS (${code})`, hint);
  }
  if (hasCode(thrown, 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE') || thrown.message === 'aborted') {
    return unavailable('broke off the connection', 'Try again later.', true);
  }
  if (code !== undefined) {
    const hint = 'Start the store, or correct endpoint of the blobs.';
    return unavailable(`cannot be reached (${code})`, hint, true);
  }
  if (isSilence(thrown)) {
    const hint = 'See that it runs and is not overloaded, and that endpoint of the blobs is right, then try again.';
    return unavailable('is silent', hint, true);
  }
  // The library could not parse an answer of 200.
  return notS3('');
}

/** Whether a time limit ended a request: that of a connection or of a socket, or that of a signal. */
function isSilence(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown.name === 'TimeoutError' || isSilence(thrown.cause));
}

/** The code of a system error, or of one that it holds: several addresses may have been tried. */
function systemCode(error: Error): string | undefined {
  const { success, data } = z.object({ code: z.string().regex(/^[A-Z0-9_]{1,64}$/) }).safeParse(error);
  if (success) return data.code;
  const inner = error instanceof AggregateError ? error.errors.find((each) => each instanceof Error) : error.cause;
  return inner instanceof Error ? systemCode(inner) : undefined;
}
