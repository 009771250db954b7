import type { TestResponse } from 'chronoscribe/testing';
import { z } from 'zod';
import { audio, grid, image, type Place, pdf } from './places.ts';
import type { Scene } from './scene.ts';

const Statement = z.object({ text: z.string(), evidence: z.array(z.string()), grounded: z.boolean() });
const Source = z.array(z.object({ id: z.string() }));
const TranscriptRecord = z.object({
  segments: Source,
  sections: z.array(z.object({ name: z.string(), statements: z.array(Statement) })),
  warnings: z.array(z.string()),
});
const DocumentRecord = z.object({ passages: Source, statements: z.array(Statement), warnings: z.array(z.string()) });

/** What an upload was answered with, and the record that it made. */
export interface Made {
  /** The fields of the answer, in their order. */
  readonly fields: readonly string[];
  readonly sections: readonly string[];
  readonly statements: readonly z.output<typeof Statement>[];
  /** Ids of all that evidence may name, but for an image itself. */
  readonly source: readonly string[];
  readonly warnings: readonly string[];
}

/** Reads what a successful upload made. Throws where anything is not as it was promised. */
export async function made(scene: Scene, answer: TestResponse): Promise<Made> {
  const location = z.string().parse(answer.headers.get('content-location'));
  const { json } = await scene.call('GET', location);
  const fields = Object.keys(z.record(z.string(), z.unknown()).parse(answer.json));
  if (location.includes('/documents/')) {
    const { passages, statements, warnings } = DocumentRecord.parse(json);
    return { fields, sections: [], statements, source: passages.map(({ id }) => id), warnings };
  }
  const { segments, sections, warnings } = TranscriptRecord.parse(json);
  return {
    fields,
    sections: sections.map(({ name }) => name),
    statements: sections.flatMap(({ statements }) => statements),
    source: segments.map(({ id }) => id),
    warnings,
  };
}

/** The fields and sections of the contract. */
export const promised: Readonly<Record<Place['endpoint'], Pick<Made, 'fields' | 'sections'>>> = {
  [audio]: {
    fields: ['stream', 'id', 'note', 'transcript', 'createdAt'],
    sections: ['Subjective', 'Objective', 'Assessment', 'Plan', 'Follow-Up'],
  },
  [grid]: {
    fields: [
      'transcript',
      'subjective_section',
      'objective_section',
      'assessment_section',
      'diagnoses_section',
      'plan_section',
    ],
    sections: ['Subjective', 'Objective', 'Assessment', 'Diagnoses', 'Plan'],
  },
  [image]: { fields: ['id', 'analysis', 'text', 'width', 'height', 'findings', 'warnings', 'createdAt'], sections: [] },
  [pdf]: {
    fields: ['id', 'summary', 'pages', 'files', 'citations', 'findings', 'warnings', 'createdAt'],
    sections: [],
  },
};

/** The lines of a note that stand there as headings. */
export function headings(note: string): string[] {
  return note.split('\n').filter((line) => /^[^\n:]{1,40}:$/.test(line));
}
