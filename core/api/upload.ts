/** A file that came with a request and is on the disk already. */
export interface UploadedFile {
  /** Its name in the blob store. */
  readonly blob: string;
  readonly bytes: number;
  /** SHA-256 of the content, in lower-case hex. */
  readonly sha256: string;
  /** One of the media types that are accepted, of a file in a form told from its content, of a raw body as its `Content-Type` says. */
  readonly type: string;
  /** What the client called it, for showing to people; never part of a path. A raw body has no name and is called `body`. */
  readonly name: string;
}

/** For a field that takes files of any content; the type of what is not known is then `application/octet-stream`. */
export const anyType = '*/*';

/** A file field of a form. */
export interface FileField<Many extends boolean = boolean> {
  readonly many: Many;
  /** Media types by content, such as `audio/wav`; any other content is `unsupported-media-type`. `[anyType]` takes all, also an empty file. */
  readonly accept: readonly string[];
  /** For each file; more is `too-large`. */
  readonly maxBytes: number;
  /** For all files of the field together; more is `too-large`. Left out: only the number of files limits them. */
  readonly maxTotalBytes?: number;
  readonly description: string;
}

export type FileFields = Readonly<Record<string, FileField>>;

/** What a handler gets for the file fields of its route. */
export type Files<F extends FileFields> = {
  readonly [Name in keyof F]: F[Name] extends FileField<true> ? readonly UploadedFile[] : UploadedFile;
};

type FileFieldOptions = Omit<FileField, 'many'>;

/** A required field that holds one file. */
export function oneFile(options: FileFieldOptions): FileField<false> {
  return { ...options, many: false };
}

/** A required field that holds one file or several. */
export function manyFiles(options: FileFieldOptions): FileField<true> {
  return { ...options, many: true };
}

/** A request's whole body, taken as it comes. */
export interface RawBody {
  /** Media types in lower case, such as `text/csv`. Any other `Content-Type` is `unsupported-media-type`, and so is a charset that is not UTF-8. */
  readonly accept: readonly string[];
  /** More is `too-large`. */
  readonly maxBytes: number;
  readonly description: string;
}

/** What a handler gets for the raw body of its route; nothing where the route takes none. */
export type Body<B extends RawBody | undefined> = B extends RawBody ? UploadedFile : undefined;

/** A required body that is one file, sent without a form around it. */
export function rawBody(options: RawBody): RawBody {
  return options;
}
