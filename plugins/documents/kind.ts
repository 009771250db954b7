import { defineKind } from 'chronoscribe';
import type { Engine } from 'chronoscribe/kinds/transcriber';
import type { Draft, Statement } from 'chronoscribe/kinds/writer';

/** A piece of a document's text that evidence points to. */
export interface DocumentPassage {
  readonly id: string;
  /** The file's place in the request, from 0, and the page in it, from 1. An image is page 1 of file 0. */
  readonly file: number;
  readonly page: number;
  readonly text: string;
}

/** What is kept of an image or of PDFs: what was answered, and what it rests on. */
export interface DocumentContent {
  readonly form: 'image' | 'pdf';
  /** The answer's body, as the endpoint that made it shaped it. */
  readonly answer: Readonly<Record<string, unknown>>;
  readonly passages: readonly DocumentPassage[];
  readonly statements: readonly Statement[];
  readonly warnings: readonly string[];
  readonly providers: { readonly reader: Engine | null; readonly writer: Draft['engine'] };
}

/** The records of images and PDFs, at `/api/v1/documents/{id}`. */
export interface DocumentRecords {
  /** Keeps a record; the same id again changes nothing. Its id is the id of its run. */
  save(record: {
    readonly id: string;
    readonly account: string;
    readonly createdAt: number;
    readonly content: DocumentContent;
  }): Promise<void>;
  /** Throws `not-found`. */
  get(account: string, id: string): Promise<DocumentContent>;
}

export const DocumentRecords = defineKind<DocumentRecords>('document-records');
