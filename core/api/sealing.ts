/** Seals what a host keeps, where its configuration has `encryption.key`. */
export interface Sealing {
  /** Seals JSON as other JSON. */
  sealJson(json: unknown): unknown;
  /** @returns what was sealed; JSON that is not sealed as it is. @throws Error if the key is not known */
  openJson(saved: unknown): unknown;
}
