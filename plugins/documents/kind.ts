import { type Documents, defineKind } from 'chronoscribe';
import type { Engine } from 'chronoscribe/kinds/transcriber';
import type { Draft, Statement } from 'chronoscribe/kinds/writer';

/** A part of a document's text that evidence refers to. */
export interface DocumentPassage {
  readonly id: string;
  /** Index of the file in the request, from 0, and page in the file, from 1. An image is page 1 of file 0. */
  readonly file: number;
  readonly page: number;
  readonly text: string;
}

/** The stored result of an image or of PDFs: the answer, and what it rests on. */
export interface DocumentContent {
  readonly form: 'image' | 'pdf';
  /** Body of the answer, as the endpoint returned it. */
  readonly answer: Readonly<Record<string, unknown>>;
  readonly passages: readonly DocumentPassage[];
  readonly statements: readonly Statement[];
  readonly warnings: readonly string[];
  readonly providers: { readonly reader: Engine | null; readonly writer: Draft['engine'] };
}

/**
 * The records of images and PDFs, at `/api/v1/documents/{id}`.
 *
 * @example
 * ```ts
 * async function copy(documents: DocumentRecords, account: string, from: string, to: string) {
 *   const content = await documents.get(account, from);
 *   await documents.save({ id: to, account, createdAt: Date.now(), content });
 * }
 * ```
 */
export interface DocumentRecords {
  /**
   * Stores a record. Saving the same id again changes nothing.
   *
   * @param record its `id` is the id of its run; `createdAt` in milliseconds since 1970
   * @param also is called in the transaction that makes the record visible, to tell automations of it
   */
  save(
    record: {
      readonly id: string;
      readonly account: string;
      readonly createdAt: number;
      readonly content: DocumentContent;
    },
    also?: (documents: Documents) => Promise<void>,
  ): Promise<void>;
  /**
   * Returns the content of a record.
   *
   * @throws Problem `not-found` if the account has no such record
   */
  get(account: string, id: string): Promise<DocumentContent>;
}

export const DocumentRecords = defineKind<DocumentRecords>('document-records');
