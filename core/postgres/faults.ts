import { Problem } from '../api/problem.ts';

/**
 * SQLSTATE codes and system errors of a server that cannot be reached at the moment:
 * https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
const unreachable =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOENT|08...|57P0[123]|53300|25006)$/;

/** Hints for other codes. */
const advice: Readonly<Record<string, string>> = {
  '28P01': 'The server refuses the password. Set the right one in the url.',
  '28000': 'The server refuses the user. See pg_hba.conf, and the user in the url.',
  '3D000': 'There is no such database. Make it with createdb, or name another in the url.',
  '42501': 'The user may not do that. Grant it the right to create in the database, or make the schema for it.',
};

/**
 * Explains an error of Postgres or of the connection, with the database and a hint.
 *
 * @param place the server and database, without a password
 * @returns a `provider-unavailable` problem if the server cannot be reached, `insufficient-storage` if its disk is
 * full; otherwise an error that keeps its `code` (SQLSTATE)
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
  const hint = tlsAdvice(code, thrown.message) ?? advice[code];
  return Object.assign(
    new Error(`${place}: ${thrown.message}.${hint === undefined ? '' : ` ${hint}`}`, { cause: thrown }),
    { code },
  );
}

/** Hints for TLS errors: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
function tlsAdvice(code: string, message: string): string | undefined {
  if (/does not support SSL/.test(message)) return 'Switch it on there, or leave sslmode out of the url.';
  if (/no pg_hba\.conf entry.*no encryption/.test(message))
    return 'It wants TLS, perhaps: add ?sslmode=verify-full to the url.';
  if (/^(UNABLE_TO_(VERIFY|GET)|SELF_SIGNED|DEPTH_ZERO|CERT_UNTRUSTED)/.test(code))
    return 'Name a file with the certificate of who signed it in NODE_EXTRA_CA_CERTS.';
  return undefined;
}

function stateOf(code: string, message: string): string {
  // After a failover, clients may reach the former primary for a while.
  if (code === '25006') return 'is read-only, a standby perhaps. See that the url names the primary';
  if (code === '53300') return 'lets no more connections in. Raise max_connections there, or run fewer hosts';
  return `cannot be reached (${code || message}). See that it runs and that the url names it`;
}

/** A host name with several addresses, none of which answers, gives an error that holds one for each address. */
function codeOf(thrown: Error): string {
  const first: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
  const { code } = (first ?? thrown) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
