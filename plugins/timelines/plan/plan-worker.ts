import { answerJobs } from '../worker/answer-jobs.ts';
import { answerPlanJob, type PlanJob } from './plan-job.ts';

/** The worker thread in which plans are computed. The boundary to `createPlanning`, which made the job. */
answerJobs((snapshot, job) => answerPlanJob(snapshot, job as PlanJob));
