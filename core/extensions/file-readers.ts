import { existsSync } from 'node:fs';
import { z } from 'zod';
import { defineExtensionPoint } from '../api/extension.ts';
import { scriptFile } from '../child-process/script-process.ts';

/** Files of strangers are read in a process of their own with limits: so a reader is a module, and no function. */
const reader = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, 'expected lower-case letters, digits and "-"')
    .describe('what it reads: `tide-table`'),
  mediaTypes: z
    .array(z.string().regex(/^[\w.+-]+\/[\w.+-]+$/, 'expected a media type in lower case'))
    .readonly()
    .describe('in lower case, without parameters'),
  module: z
    .custom<URL>(
      (value) => value instanceof URL && value.protocol === 'file:' && existsSync(scriptFile({ url: value })),
      {
        error: 'expected the URL of a file that exists, beside your own: new URL(…)',
      },
    )
    .describe('its default export reads a file; it may import what its package may'),
});

export type FileReader = z.output<typeof reader>;

/**
 * What reads the files of `POST /v1/import-events`, by their `Content-Type`.
 *
 * The default export of the module is a `ReadEventFile` of `chronoscribe/kinds/ledger`.
 *
 * @example
 * ```ts
 * const tides = eventImporters.add({
 *   name: 'tide-table',
 *   mediaTypes: ['text/x-tides'],
 *   module: new URL('./tides-child.ts', import.meta.url),
 * });
 * ```
 */
export const eventImporters = defineExtensionPoint({
  name: 'chronoscribe.event-importers',
  schema: reader,
  nameOf: ({ name }) => name,
});

/**
 * What reads transcripts that are uploaded in place of a recording. A reader is given each text and each JSON before
 * the bundled ones are, and says whether it knows its form; `mediaTypes` are further ones that it reads, by the content of
 * the file.
 *
 * The default export of the module is a `ReadTranscriptFile` of `chronoscribe/kinds/transcripts`.
 *
 * @example
 * ```ts
 * const dictations = transcriptReaders.add({
 *   name: 'dictation',
 *   mediaTypes: [],
 *   module: new URL('./dictation-child.ts', import.meta.url),
 * });
 * ```
 */
export const transcriptReaders = defineExtensionPoint({
  name: 'chronoscribe.transcript-readers',
  schema: reader,
  nameOf: ({ name }) => name,
});
