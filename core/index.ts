/** The public API: all that a plugin or a provider imports. Testing aids are in `chronoscribe/testing`. */

export { Download, download } from './api/download.ts';
export type { Health } from './api/health.ts';
export { defineKind, type InstanceOf, type Instances, type Kind, type Needs } from './api/kind.ts';
export { unknownName } from './api/known-names.ts';
export { LanguageTag } from './api/language-tag.ts';
export type { Logger } from './api/logger.ts';
export type { ModelPackage } from './api/model-package.ts';
export { monotonicProgress } from './api/monotonic-progress.ts';
export { oneLine } from './api/one-line.ts';
export { shipped } from './api/package.ts';
export { definePlugin, type Plugin, type PluginContext } from './api/plugin.ts';
export { type FieldError, Problem, type ProblemOptions, type SerializedProblem } from './api/problem.ts';
export { defineProvider, type Provider, type ProviderContext } from './api/provider.ts';
export { parseRetryAfter } from './api/retry-after.ts';
export { type Call, EventStream, type Route, type Running, type RunOptions, route, type StartRun } from './api/route.ts';
export { type PluginAuth, type Scope, scopes } from './api/scope.ts';
export { runStep } from './api/step.ts';
export { undefinedIfNotFound } from './api/undefined-if-not-found.ts';
export {
  anyType,
  type FileField,
  type FileFields,
  manyFiles,
  oneFile,
  type RawBody,
  rawBody,
  type UploadedFile,
} from './api/upload.ts';
export {
  type Answer,
  type AnswerContext,
  type AnyWorkflow,
  type Step,
  type StepContext,
  type StepOptions,
  type Workflow,
  type WorkflowDraft,
  workflow,
} from './api/workflow.ts';
export { type AutoResetEvent, createAutoResetEvent } from './concurrency/auto-reset-event.ts';
export { createListeners, type Listeners } from './concurrency/listeners.ts';
export { singleHostCluster } from './concurrency/single-host-cluster.ts';
export { type ErrorDetail, problemDetails } from './http/responses.ts';
export { type Account, Accounts, type IssuedKey, type KeyDescription } from './kinds/accounts.ts';
export { Archive, type ArchiveEntry } from './kinds/archive.ts';
export { Audit, type AuditEvent } from './kinds/audit.ts';
export { type BlobEntry, Blobs, type BlobWritten, blobName } from './kinds/blobs.ts';
export { Cluster, type Counter } from './kinds/cluster.ts';
export { type ModelState, Models } from './kinds/models.ts';
export { type RunReader, Runs, type RunView, type SettledRun } from './kinds/runs.ts';
export {
  type AnyCollection,
  type Collection,
  type Document,
  type Documents,
  defineCollection,
  type IndexableField,
  type Page,
  type Query,
  type Range,
  Store,
} from './kinds/store.ts';
export {
  type RunEvent,
  type RunState,
  type RunStatus,
  type RunSubmission,
  WorkflowEngine,
} from './kinds/workflow-engine.ts';
export type { OutboxMessage } from './outbox/message.ts';
export { type Outbox, type OutboxOptions, openOutbox, type Undelivered } from './outbox/outbox.ts';
export type { Outcome, Schedule } from './outbox/schedule.ts';
