import { derivedUuid } from 'chronoscribe';

/** The id of the run that makes the record of a recording: that of the recording, unless a run with it has failed. */
export function derivedRunId(recording: string, attempt: number): string {
  return attempt === 1 ? recording : derivedUuid(`${recording}/${attempt}`);
}
