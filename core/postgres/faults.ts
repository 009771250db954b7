import { Problem } from '../api/problem.ts';

/** SQLSTATE codes and system errors of a server that is not there, or not there yet: https://www.postgresql.org/docs/15/errcodes-appendix.html */
const unreachable =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOENT|08...|57P0[123]|53300|25006)$/;

/** What to do about other codes. */
const advice: Readonly<Record<string, string>> = {
  '28P01': 'The server refuses the password. Set the right one in the url.',
  '28000': 'The server refuses the user. See pg_hba.conf, and the user in the url.',
  '3D000': 'There is no such database. Make it with createdb, or name another in the url.',
  '42501': 'The user may not do that. Grant it the right to create in the database, or make the schema for it.',
};

/**
 * An error of Postgres, or of the way to it, with its place and how to mend it.
 *
 * @param place the server and database, without a password
 * @returns a `provider-unavailable` problem where the server cannot be reached, `insufficient-storage` where its disk is full; other errors keep their `code` (SQLSTATE).
 */
export function postgresFault(place: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown instanceof Problem) return thrown;
  const code = codeOf(thrown);
  if (
    unreachable.test(code) ||
    /terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/i.test(thrown.message)
  ) {
    return new Problem('provider-unavailable', {
      detail: `${place} ${stateOf(code, thrown.message)}; what was not answered was perhaps not done.`,
      retryAfter: 5,
      transient: true,
      cause: thrown,
    });
  }
  if (code === '53100') {
    return new Problem('insufficient-storage', {
      detail: `The disk of ${place} is full. Free some space there and send the request again.`,
      cause: thrown,
    });
  }
  const mend = tlsAdvice(code, thrown.message) ?? advice[code];
  return Object.assign(new Error(`${place}: ${thrown.message}.${mend === undefined ? '' : ` ${mend}`}`, { cause: thrown }), {
    code,
  });
}

/** What to do where the two sides do not agree on TLS: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
function tlsAdvice(code: string, message: string): string | undefined {
  if (/does not support SSL/.test(message)) return 'Switch it on there, or leave sslmode out of the url.';
  if (/no pg_hba\.conf entry.*no encryption/.test(message)) return 'It wants TLS, perhaps: add ?sslmode=verify-full to the url.';
  if (/^(UNABLE_TO_(VERIFY|GET)|SELF_SIGNED|DEPTH_ZERO|CERT_UNTRUSTED)/.test(code))
    return 'Name a file with the certificate of who signed it in NODE_EXTRA_CA_CERTS.';
  return undefined;
}

function stateOf(code: string, message: string): string {
  // After a failover the former primary may be reached for a while.
  if (code === '25006') return 'is read-only, a standby perhaps. See that the url names the primary';
  if (code === '53300') return 'lets no more connections in. Raise max_connections there, or run fewer hosts';
  return `cannot be reached (${code || message}). See that it runs and that the url names it`;
}

/** A host name that has several addresses, none of which answers, is an error that holds one for each. */
function codeOf(thrown: Error): string {
  const first: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
  const { code } = (first ?? thrown) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
