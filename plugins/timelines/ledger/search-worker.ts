import type { Snapshot } from 'chronoscribe/kinds/journal';
import { answerJobs } from '../worker/answer-jobs.ts';
import { answerSearchJob, type SearchJob } from './encoded-search.ts';

/** The worker thread in which long lists of events are read and encoded. The boundary to `createSearches`, which made the job. */
answerJobs((snapshot: Snapshot, job) => answerSearchJob(snapshot, job as SearchJob));
