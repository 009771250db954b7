/**
 * **Stable**: types of what functions of `chronoscribe` take and return. Authors get them by inference, and import one to
 * write it out.
 */

export type { PluginAuth, PluginScope, Scope } from './api/access.ts';
export type { Extended, Extension, ExtensionPoint } from './api/extension.ts';
export type { InstanceOf, Instances, Kind, Needs } from './api/kind.ts';
export type { PluginDefinition } from './api/plugin.ts';
export type { CommonProblemCode, FieldError, ProblemOptions, SerializedProblem } from './api/problem.ts';
export type { ModelPackage, ProviderContext, Sealing } from './api/provider.ts';
export type { Bookmark, EventLabel, Running, StoredFile } from './api/response.ts';
export type { Call, RouteDefinition, RunOptions, StartRun } from './api/route.ts';
export type { MissedFirings, ScheduleDefinition, ScheduleDefinitions, ScheduleTimes } from './api/schedule.ts';
export type { DurationText } from './api/text.ts';
export type { Span, SpanAttributes, SpanOptions } from './api/tracing.ts';
export type { Action, Actions, EventDocuments, TriggerEvent, Triggers } from './api/trigger.ts';
export type { FileField, FileFields, RawBody } from './api/upload.ts';
export type { Chain, StepFunction, WorkflowDraft } from './api/workflow-draft.ts';
export type { Answer, AnswerContext, AnyWorkflow, ClockName, StepOptions } from './api/workflow-graph.ts';
export type { CommandCall } from './extensions/commands.ts';
export type { AuditEvent } from './kinds/audit.ts';
export type { BlobEntry, BlobRange, BlobWritten } from './kinds/blobs.ts';
export type { Counter } from './kinds/cluster.ts';
export type { ModelState } from './kinds/operations.ts';
export type {
  BulkOutcome,
  DeclaredWorkflow,
  RunDetails,
  RunQuery,
  RunReader,
  RunView,
  SettledRun,
} from './kinds/runs.ts';
export type { AnyCollection, ArchiveEntry, Document, IndexableField, Page, Query, Range } from './kinds/store.ts';
export type { AwaitedSignal, RunSteps } from './kinds/workflow-engine.ts';
export type { Checkpoint } from './runs/checkpoints.ts';
