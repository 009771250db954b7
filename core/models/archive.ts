/** What is wanted of an archive. */
export interface UnpackOrder {
  readonly archive: string;
  /** Base names: whatever folders the archive has, they are not made. */
  readonly files: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  /** How much the archive may hold in all. */
  readonly mostBytes: number;
}

/** The archive is broken, or is not what it should be. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
}
