/** A file that came with a form: on the disk already, its type told from its content. */
export interface UploadedFile {
  /** Its name in the blob store. */
  readonly blob: string;
  readonly bytes: number;
  /** SHA-256 of the content, in lower-case hex. */
  readonly sha256: string;
  /** Media type by content, one of those that the field accepts. */
  readonly type: string;
  /** What the client called it, for showing to people; never part of a path. */
  readonly name: string;
}

/** A file field of a form. */
export interface FileField<Many extends boolean = boolean> {
  readonly many: Many;
  /** Media types by content, such as `audio/wav`; any other content is `unsupported-media-type`. */
  readonly accept: readonly string[];
  /** For each file; more is `too-large`. */
  readonly maxBytes: number;
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
