/**
 * **Stable**: types of what functions of `chronoscribe` take and return. Authors get them by inference, and import one to
 * write it out.
 */

export type { PluginScope } from './api/access.ts';
export type { Extension } from './api/extension.ts';
export type { InstanceOf, Instances, Kind, Needs } from './api/kind.ts';
export type { PluginDefinition } from './api/plugin.ts';
export type { CommonProblemCode, ProblemOptions } from './api/problem.ts';
export type { ProviderContext } from './api/provider.ts';
export type { EventLabel, StoredFile } from './api/response.ts';
export type { RouteDefinition, RunOptions, StartRun } from './api/route.ts';
export type { MissedFirings, ScheduleDefinition, ScheduleDefinitions, ScheduleTimes } from './api/schedule.ts';
export type { Span, SpanAttributes, SpanOptions } from './api/tracing.ts';
export type { Actions, EventDocuments, TriggerEvent, Triggers } from './api/trigger.ts';
export type { FileFields, RawBody } from './api/upload.ts';
export type { Chain, StepFunction, WorkflowDraft } from './api/workflow-draft.ts';
export type { AnswerContext, ClockName, StepOptions } from './api/workflow-graph.ts';
export type { KeyedMutex, Mutex, Semaphore } from './concurrency/mutex.ts';
export type { CommandCall } from './extensions/commands.ts';
export type { ModelState } from './kinds/operations.ts';
export type { BulkOutcome, DeclaredWorkflow, RunDetails, RunQuery, RunReader } from './kinds/runs.ts';
export type { IndexableField } from './kinds/store.ts';
export type { AwaitedSignal, RunSteps } from './kinds/workflow-engine.ts';
