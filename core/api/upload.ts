/** A file of a request. It is in the blob store when the handler is called. */
export interface UploadedFile {
  /** The name in the blob store. It is deleted after the call unless a run was started with it. */
  readonly blob: string;
  readonly bytes: number;
  /** SHA-256 of the content, in lower-case hex. */
  readonly sha256: string;
  /** One of the accepted media types: of a form's file from its content, of a raw body from its `Content-Type`. */
  readonly type: string;
  /** The client's name for it, to show to people; never part of a path. A raw body is called `body`. */
  readonly name: string;
}

/** Accepts files of any content; the type of unknown content is `application/octet-stream`. */
export const anyType = '*/*';

/** A file field of a form. */
export interface FileField<Many extends boolean = boolean> {
  readonly many: Many;
  /**
   * Media types by content, such as `audio/wav`; other content is refused as `unsupported-media-type`. `[anyType]`
   * accepts everything, also an empty file.
   */
  readonly accept: readonly string[];
  /** The limit of one file in bytes; a larger one is refused as `too-large`. */
  readonly maxBytes: number;
  /** The limit of all files of the field together in bytes. Default: none. */
  readonly maxTotalBytes?: number;
  readonly description: string;
}

/** The file fields of a form, by name; made with `oneFile` and `manyFiles`. */
export type FileFields = Readonly<Record<string, FileField>>;

/** What a handler receives for the file fields of its route. */
export type Files<F extends FileFields> = {
  readonly [Name in keyof F]: F[Name] extends FileField<true> ? readonly UploadedFile[] : UploadedFile;
};

type FileFieldOptions = Omit<FileField, 'many'>;

/**
 * A required form field with one file.
 *
 * @returns the field, for `files` of a `route`; the handler receives an `UploadedFile`
 * @example
 * ```ts
 * const picture = oneFile({ accept: ['image/png', 'image/jpeg'], maxBytes: 10_000_000, description: 'A picture.' });
 * ```
 */
export function oneFile(options: FileFieldOptions): FileField<false> {
  return { ...options, many: false };
}

/**
 * A required form field with one or more files.
 *
 * @returns the field, for `files` of a `route`; the handler receives an array of `UploadedFile`
 * @example
 * ```ts
 * const limits = { maxBytes: 1_000_000, maxTotalBytes: 20_000_000 };
 * const pages = manyFiles({ accept: [anyType], ...limits, description: 'Scanned pages.' });
 * ```
 */
export function manyFiles(options: FileFieldOptions): FileField<true> {
  return { ...options, many: true };
}

/** A request whose whole body is one file. */
export interface RawBody {
  /**
   * Media types in lower case, such as `text/csv`. Another `Content-Type`, or a charset that is not UTF-8, is refused
   * as `unsupported-media-type`.
   */
  readonly accept: readonly string[];
  /** The limit in bytes; a larger body is refused as `too-large`. */
  readonly maxBytes: number;
  readonly description: string;
}

/** What a handler receives for the raw body of its route; undefined if the route has none. */
export type Body<B extends RawBody | undefined> = B extends RawBody ? UploadedFile : undefined;

/**
 * A required body that is one file, without a form around it.
 *
 * @returns the body, for `body` of a `route`; the handler receives an `UploadedFile`
 * @example
 * ```ts
 * const table = rawBody({ accept: ['text/csv'], maxBytes: 50_000_000, description: 'The rows to import.' });
 * ```
 */
export function rawBody(options: RawBody): RawBody {
  return options;
}
