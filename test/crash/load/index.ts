import type { Load } from '../deed.ts';
import { adminLoad } from './admin.ts';
import { anchorLoad } from './anchors.ts';
import { clockLoad } from './clock.ts';
import { clocksLoad } from './clocks.ts';
import { documentLoad } from './documents.ts';
import { eventLoad } from './events.ts';
import { hostLoad } from './host.ts';
import { importLoad } from './imports.ts';
import { liveLoad } from './live.ts';
import { planLoad } from './plans.ts';
import { recordingLoad } from './recordings.ts';
import { recordLoad } from './records.ts';
import { runLoad } from './runs.ts';
import { peopleLoad, sessionLoad } from './sessions.ts';
import { signingLoad } from './signing.ts';
import { timelineLoad } from './timelines.ts';
import { transcriptLoad } from './transcripts.ts';
import { uploadLoad } from './uploads.ts';
import { webhookLoad } from './webhooks.ts';
import { workflowLoad } from './workflows.ts';

/**
 * Every operation of the OpenAPI document.
 *
 * @param receiver where webhooks lead to
 */
export const everyLoad = (receiver: string): Load => ({
  ...hostLoad,
  ...adminLoad,
  ...sessionLoad,
  ...peopleLoad,
  ...clockLoad,
  ...clocksLoad,
  ...anchorLoad,
  ...eventLoad,
  ...importLoad,
  ...timelineLoad,
  ...planLoad,
  ...recordingLoad,
  ...uploadLoad,
  ...liveLoad,
  ...recordLoad,
  ...transcriptLoad,
  ...signingLoad,
  ...documentLoad,
  ...runLoad,
  ...workflowLoad,
  ...webhookLoad(receiver),
});
