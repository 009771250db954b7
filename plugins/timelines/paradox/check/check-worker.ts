import { answerJobs } from '../../worker/answer-jobs.ts';
import { type CheckOptions, checkTimeline } from './full-check.ts';

/** The worker thread of a full check. The boundary to `createTimelineChecks`, which made the options. */
answerJobs((snapshot, options) => checkTimeline(snapshot, options as CheckOptions));
