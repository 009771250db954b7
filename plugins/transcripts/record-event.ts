import { coverageOf, shareStated } from 'chronoscribe/kinds/grounding';
import type { RecordEvent } from 'chronoscribe/kinds/records';
import type { TranscriptContent } from './record/content.ts';

import { warningsOf } from './record/record.ts';
import { statusOf } from './record/signing.ts';

/** The path of a record. A record has the id of its run. */
export function pathOf(id: string): string {
  return `/api/v1/transcripts/${id}`;
}

/** What automations learn of a record. @param patient the same text for all records of a patient */
export function recordEvent(id: string, content: TranscriptContent, patient: string | null): RecordEvent {
  const { form, template } = content;
  const coverage = shareStated(coverageOf(content.facts, content.coverage));
  const warnings = warningsOf(content).length;
  return { record: { id, form, template, status: statusOf(content), patient, warnings, coverage } };
}
