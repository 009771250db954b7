import { createHash, randomUUID } from 'node:crypto';
import { type S3Key, signatureFault } from './s3-signature.ts';
import { startVendorServer, type VendorAnswer, type VendorRequest, type VendorServer } from './vendor-server.ts';

export interface S3Double extends VendorServer {
  readonly key: S3Key;
  /** Makes an empty bucket, in this region of the store's or in another. */
  makeBucket(name: string, region?: string): void;
  hasBucket(name: string): boolean;
  /** What is in a bucket, by name. */
  objects(bucket: string): ReadonlyMap<string, Buffer>;
  /** Uploads that are neither finished nor aborted. */
  uploads(bucket: string): number;
  /**
   * Lets the store take another time for now, in milliseconds from ours. @param tells whether its answers tell its time
   */
  shiftClock(ms: number, tells: boolean): void;
}

interface Stored {
  readonly content: Buffer;
  readonly mark: string;
  readonly modified: Date;
}

interface Upload {
  readonly name: string;
  readonly mark: string;
  readonly begun: Date;
  readonly parts: Map<number, Buffer>;
}

interface Bucket {
  readonly region: string;
  readonly objects: Map<string, Stored>;
  readonly uploads: Map<string, Upload>;
}

const home = 'us-east-1';
/** So few that lists go over several answers. */
const perPage = 3;

/**
 * Stands for a store with the S3 protocol (paths name the bucket), as far as blobs ask for it, after the API reference
 * of Amazon S3.
 */
export async function startS3(): Promise<S3Double> {
  const key: S3Key = { accessKeyId: 'DOUBLEKEY', secretAccessKey: 'the/secret+of/the+double' };
  const buckets = new Map<string, Bucket>();
  let clock = { ms: 0, tells: true };

  const answer = (request: VendorRequest): VendorAnswer => {
    const [, bucketName = '', ...rest] = request.path.split('/');
    const fault = signatureFault(request, key, home, new Date(Date.now() + clock.ms));
    if (fault !== undefined)
      return refused(fault, `<Region>${home}</Region><AWSAccessKeyId>${key.accessKeyId}</AWSAccessKeyId>`);
    const bucket = buckets.get(bucketName);
    if (bucket === undefined) return refused('NoSuchBucket');
    if (bucket.region !== home) return refused('PermanentRedirect', '', { 'x-amz-bucket-region': bucket.region });
    return rest.length === 0 || rest[0] === ''
      ? bucketAnswer(bucket, request)
      : objectAnswer(bucket, rest.join('/'), request);
  };

  const server = await startVendorServer((request) => {
    const { headers, ...others } = answer(request);
    const date = new Date(Date.now() + (clock.tells ? clock.ms : 0)).toUTCString();
    return { ...others, headers: { 'x-amz-request-id': randomUUID(), date, ...headers } };
  });
  return {
    ...server,
    key,
    makeBucket: (name, region = home) => void buckets.set(name, { region, objects: new Map(), uploads: new Map() }),
    hasBucket: (name) => buckets.has(name),
    objects: (name) => new Map([...(buckets.get(name)?.objects ?? [])].map(([each, { content }]) => [each, content])),
    uploads: (name) => buckets.get(name)?.uploads.size ?? 0,
    shiftClock(ms, tells) {
      clock = { ms, tells };
    },
    async reset() {
      clock = { ms: 0, tells: true };
      buckets.clear();
      await server.reset();
    },
  };
}

function bucketAnswer({ objects, uploads }: Bucket, { method, query }: VendorRequest): VendorAnswer {
  if (method !== 'GET') return refused('MethodNotAllowed');
  if (query.has('uploads')) {
    const after = query.get('upload-id-marker') ?? '';
    const page = pageOf([...uploads], after);
    const last = page.entries.at(-1);
    return xml(
      'ListMultipartUploadsResult',
      `<IsTruncated>${page.truncated}</IsTruncated>${
        page.truncated && last
          ? `<NextKeyMarker>${last[1].name}</NextKeyMarker><NextUploadIdMarker>${last[0]}</NextUploadIdMarker>`
          : ''
      }${page.entries
        .map(
          ([id, { name, begun }]) =>
            `<Upload><Key>${name}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
        )
        .join('')}`,
    );
  }
  const prefix = query.get('prefix') ?? '';
  const found = [...objects].filter(([name]) => name.startsWith(prefix));
  const page = pageOf(found, query.get('continuation-token') ?? '');
  const next = page.truncated ? `<NextContinuationToken>${page.entries.at(-1)?.[0]}</NextContinuationToken>` : '';
  const contents = page.entries.map(
    ([name, { content, modified }]) =>
      `<Contents><Key>${name}</Key><Size>${content.length}</Size><LastModified>${modified.toISOString()}</LastModified></Contents>`,
  );
  return xml('ListBucketResult', `<IsTruncated>${page.truncated}</IsTruncated>${next}${contents.join('')}`);
}

function pageOf<T>(entries: readonly (readonly [string, T])[], after: string) {
  const following = entries.filter(([name]) => name > after).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { entries: following.slice(0, perPage), truncated: following.length > perPage };
}

function objectAnswer(bucket: Bucket, name: string, request: VendorRequest): VendorAnswer {
  const id = request.query.get('uploadId');
  if (id !== null) return uploadAnswer(bucket, id, request);
  const mark = String(request.headers['x-amz-meta-write'] ?? '');
  switch (request.method) {
    case 'PUT':
      return { headers: store(bucket, name, request.body, mark), stream: [] };
    case 'POST': {
      const begun = randomUUID();
      bucket.uploads.set(begun, { name, mark, begun: new Date(), parts: new Map() });
      return xml('InitiateMultipartUploadResult', `<UploadId>${begun}</UploadId>`);
    }
    case 'DELETE':
      bucket.objects.delete(name);
      return { status: 204, stream: [] };
    default: {
      const found = bucket.objects.get(name);
      if (found === undefined) return refused('NoSuchKey');
      const range = /^bytes=(\d+)-(\d+)$/.exec(String(request.headers.range ?? ''));
      const content = range === null ? found.content : found.content.subarray(Number(range[1]), Number(range[2]) + 1);
      const headers = {
        etag: tagOf(found.content),
        'x-amz-meta-write': found.mark,
        'content-length': `${content.length}`,
      };
      const status = range === null ? 200 : 206;
      return { status, headers: { ...headers, 'content-type': 'application/octet-stream' }, stream: thirds(content) };
    }
  }
}

function uploadAnswer(bucket: Bucket, id: string, { method, query, body }: VendorRequest): VendorAnswer {
  const upload = bucket.uploads.get(id);
  if (upload === undefined) return refused('NoSuchUpload');
  switch (method) {
    case 'PUT':
      upload.parts.set(Number(query.get('partNumber')), body);
      return { headers: { etag: tagOf(body) }, stream: [] };
    case 'POST': {
      const asked = [...`${body}`.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
        number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
        tag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
      }));
      const parts = asked.map(({ number }) => upload.parts.get(number) ?? Buffer.alloc(0));
      if (asked.some(({ tag }, at) => tag !== tagOf(parts[at] ?? Buffer.alloc(0)))) return refused('InvalidPart');
      bucket.uploads.delete(id);
      const { etag } = store(bucket, upload.name, Buffer.concat(parts), upload.mark);
      return xml('CompleteMultipartUploadResult', `<ETag>${etag.replaceAll('"', '&quot;')}</ETag>`);
    }
    default:
      bucket.uploads.delete(id);
      return { status: 204, stream: [] };
  }
}

function store({ objects }: Bucket, name: string, content: Buffer, mark: string): { readonly etag: string } {
  objects.set(name, { content, mark, modified: new Date() });
  return { etag: tagOf(content) };
}

const tagOf = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`;

function thirds<T extends string | Buffer>(whole: T): readonly (string | Buffer)[] {
  const third = Math.ceil(whole.length / 3);
  return [whole.slice(0, third), whole.slice(third, 2 * third), whole.slice(2 * third)];
}

function xml(
  element: string,
  content: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): VendorAnswer {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${element}>${content}</${element}>`;
  return {
    status,
    headers: { 'content-type': 'application/xml', 'content-length': `${text.length}`, ...headers },
    stream: thirds(text),
  };
}

const statuses: Readonly<Record<string, number>> = {
  AuthorizationHeaderMalformed: 400,
  XAmzContentSHA256Mismatch: 400,
  InvalidPart: 400,
  PermanentRedirect: 301,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  MethodNotAllowed: 405,
};

/** An error as S3 tells it. */
export function refused(
  code: string,
  more = '',
  headers: Readonly<Record<string, string>> = {},
  status = statuses[code] ?? 403,
): VendorAnswer {
  return xml('Error', `<Code>${code}</Code><Message>refused</Message>${more}`, status, headers);
}
