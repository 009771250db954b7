import { DataStore, Upload } from '@tus/server';
import type { UploadChecksum, Uploads } from 'chronoscribe';

interface Caller {
  readonly account: string;
  /** Of the content of this request. */
  readonly checksum: UploadChecksum | undefined;
}

/** The uploads of one account as the tus library sees them, for one request. */
export class AccountUploads extends DataStore {
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
