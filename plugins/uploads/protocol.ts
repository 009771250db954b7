import { ERRORS, MemoryLocker, Server } from '@tus/server';
import { Problem, type ProtocolCall, type UploadChecksum, type Uploads } from 'chronoscribe';
import { AccountUploads } from './data-store.ts';

/**
 * Answers requests by the tus library. It locks an upload for each request on this host: a client that connects again
 * ends its earlier request, so that it learns what of it has arrived. Between hosts, an offset that is not the end is
 * refused when the content is stored.
 */
export function tusProtocol(uploads: Uploads, path: string): (call: ProtocolCall) => Promise<Response> {
  const locker = new MemoryLocker();

  return async ({ request, account, operationId, setHeader }) => {
    setHeader('tus-resumable', '1.0.0');
    setHeader('tus-version', '1.0.0');
    if (request.method === 'OPTIONS') setHeader('tus-checksum-algorithm', checksumAlgorithms.join(','));
    let thrown: unknown;
    const server = new Server({
      path,
      relativeLocation: true,
      datastore: new AccountUploads(uploads, {
        account,
        checksum: uploadChecksum(request.headers.get('upload-checksum')),
      }),
      locker,
      maxSize: uploads.limits.maxBytes,
      namingFunction: () => operationId,
      // Before the lock, which ends another request on the upload.
      async onIncomingRequest({ method }, id) {
        if (method === 'POST') return;
        const { holder } = await uploads.get(account, id);
        if (method === 'DELETE' && holder !== null) throw heldUpload();
      },
      onResponseError(_request, error) {
        thrown = error;
        return undefined;
      },
    });
    const response = await server.handleWeb(request);
    if (response.status < 400) return response;
    throw problemOf(response.status, thrown, await response.text());
  };
}

/** The library has errors of its own, with a status and a text. */
function problemOf(status: number, thrown: unknown, text: string): unknown {
  if (thrown instanceof Problem) return thrown;
  if (thrown === ERRORS.ABORTED) return brokenOff();
  if (status >= 500) return thrown ?? new Error(text);
  return new Problem(codes[status] ?? 'upload-refused', { status, detail: text.trim() });
}

const codes: Readonly<Record<number, string>> = {
  404: 'not-found',
  409: 'upload-conflict',
  410: 'upload-expired',
  412: 'unsupported-tus-version',
  413: 'too-large',
};

/** Nobody reads this answer: the client went away, or goes on with another request. */
function brokenOff(): Problem {
  const detail = 'This request broke off. Ask for the offset with HEAD, and send the rest.';
  return new Problem('client-closed-request', { status: 499, detail });
}

function heldUpload(): Problem {
  return new Problem('upload-held', {
    status: 403,
    detail: 'This upload is the sound of an open recording. Discard the recording instead.',
  });
}

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
