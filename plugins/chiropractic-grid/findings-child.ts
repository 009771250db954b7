import { serveJobs } from 'chronoscribe/child-process';
import type { Segment } from 'chronoscribe/kinds/transcripts';
import { findingsOf } from './findings.ts';

/** The process that looks for findings: a job is slices of the segments of one transcript. */
serveJobs((slices, send) => send(findingsOf((slices as Segment[][]).flat())));
