import { readFile } from 'node:fs/promises';
import type { Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { Logger } from '../api/logger.ts';
import { messageOf } from '../api/text.ts';
import { runPeriodically } from '../concurrency/periodic.ts';

/** The absolute paths of a certificate, with those of its issuers after it, and of its private key; both in PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** The contents of both files. */
export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/**
 * How often the files are read. They are not watched: a certificate is renewed by renaming files and links, of which
 * watchers see different things on each system.
 */
const readEveryMs = 5_000;

/** @throws Error that names the files, and what is wrong with them */
export async function readCertificate(files: TlsFiles): Promise<Certificate> {
  try {
    const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)]);
    createSecureContext({ cert, key });
    return { cert, key };
  } catch (cause) {
    throw new Error(
      `http.tls: the certificate ${files.cert} and the key ${files.key} cannot be used: ${messageOf(cause)}. Both must be PEM files that belong together.`,
      { cause },
    );
  }
}

/**
 * Gives new connections the certificate of the files whenever they have changed. Files that do not belong together, as
 * between the replacement of the one and of the other, change nothing.
 *
 * @returns the function that ends this
 */
export function reloadCertificate(
  server: Server,
  files: TlsFiles,
  first: Certificate,
  log: Logger,
): () => Promise<void> {
  let current = first;
  let lastFault = '';
  const reload = async (): Promise<void> => {
    const next = await readCertificate(files);
    lastFault = '';
    if (next.cert.equals(current.cert) && next.key.equals(current.key)) return;
    server.setSecureContext(next);
    current = next;
    log.info({}, 'the certificate was read anew');
  };
  return runPeriodically(reload, {
    everyMs: readEveryMs,
    onError(thrown) {
      const fault = String(thrown);
      if (fault !== lastFault)
        log.warn({ err: thrown }, 'the certificate could not be read anew; the one before goes on');
      lastFault = fault;
    },
  });
}
