import { answerJob } from '../../worker/answer-job.ts';
import { type CheckOptions, checkTimeline } from './full-check.ts';

/** The worker thread of a full check. The boundary to `createTimelineChecks`, which made the options. */
await answerJob((snapshot, options) => checkTimeline(snapshot, options as CheckOptions));
