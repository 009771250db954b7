import { DataStore, ERRORS, MemoryLocker, Server, Upload } from '@tus/server';
import { Problem } from 'chronoscribe';
import type { ProtocolCall, UploadChecksum, Uploads } from 'chronoscribe/host';

interface Caller {
  readonly account: string;
  /** Of the content of this request. */
  readonly checksum: UploadChecksum | undefined;
}

/** The uploads of one account as the tus library sees them, for one request. */
class AccountUploads extends DataStore {
  readonly #uploads: Uploads;
  readonly #caller: Caller;
  /** Whether an earlier try of a request has created the upload, and some content of it has arrived. */
  #isBegun = false;

  constructor(uploads: Uploads, caller: Caller) {
    super();
    this.#uploads = uploads;
    this.#caller = caller;
    this.extensions = [
      ...['creation', 'creation-with-upload', 'creation-defer-length'],
      ...['termination', 'expiration', 'checksum'],
    ];
  }

  override async create(upload: Upload): Promise<Upload> {
    const { account } = this.#caller;
    const metadata = upload.metadata === undefined ? null : metadataText(upload.metadata);
    const { bytes } = await this.#uploads.create({
      ...{ account, id: upload.id, length: upload.size ?? null, metadata, holder: null },
    });
    this.#isBegun = bytes > 0;
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { bytes, length, metadata, changedAt, holder } = await this.#uploads.get(this.#caller.account, id);
    return new Upload({
      id,
      offset: bytes,
      ...(length !== null && { size: length }),
      ...(metadata !== null && { metadata: metadataOf(metadata) }),
      // The library adds the expiration to it. A recording does not expire while it is open.
      creation_date: new Date(holder === null ? changedAt : Date.now()).toISOString(),
    });
  }

  override async write(content: AsyncIterable<Uint8Array>, id: string, offset: number): Promise<number> {
    const { account, checksum } = this.#caller;
    // The answer has the offset from which the client goes on.
    if (this.#isBegun) return (await this.#uploads.get(account, id)).bytes;
    return this.#uploads.append(account, id, { offset, checksum }, content);
  }

  override declareUploadLength(id: string, length: number): Promise<void> {
    return this.#uploads.setLength(this.#caller.account, id, length);
  }

  override remove(id: string): Promise<void> {
    return this.#uploads.delete(this.#caller.account, id);
  }

  override getExpiration(): number {
    return this.#uploads.limits.keepMs;
  }
}

type Metadata = NonNullable<Upload['metadata']>;

/** As in the header `Upload-Metadata`: values in base64. */
function metadataText(metadata: Metadata): string {
  return Object.entries(metadata)
    .map(([key, value]) => (value ? `${key} ${Buffer.from(value).toString('base64')}` : key))
    .join(',');
}

function metadataOf(text: string): Metadata {
  return Object.fromEntries(
    text.split(',').map((entry) => {
      const [key = '', value] = entry.split(' ');
      return [key, value === undefined ? null : Buffer.from(value, 'base64').toString()];
    }),
  );
}

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
const checksumAlgorithms = ['sha1', 'sha256', 'md5'] as const;

/**
 * The checksum of a request: an algorithm and the digest in base64 (tus 1.0, Checksum).
 *
 * @throws Problem `invalid-checksum`
 */
function uploadChecksum(header: string | null): UploadChecksum | undefined {
  if (header === null) return undefined;
  const [name, digest = ''] = header.trim().split(/\s+/);
  const algorithm = checksumAlgorithms.find((each) => each === name);
  if (algorithm !== undefined && digest !== '') return { algorithm, digest: Buffer.from(digest, 'base64') };
  throw new Problem('invalid-checksum', {
    status: 400,
    detail: `Upload-Checksum: expected one of ${checksumAlgorithms.join(', ')}, a space, and the digest in base64.`,
  });
}
