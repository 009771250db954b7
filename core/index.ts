/** The public API: all that a plugin or a provider imports. Testing aids are in `chronoscribe/testing`. */

export { type Bell, createBell } from './bell.ts';
export { createListeners, type Listeners } from './cluster/listeners.ts';
export { soloCluster } from './cluster/solo-cluster.ts';
export { Download, download } from './download.ts';
export type { Health } from './health.ts';
export { type ErrorDetail, problemDetails } from './http/problem-response.ts';
export { defineKind, type InstanceOf, type Instances, type Kind, type Needs } from './kind.ts';
export { type Account, Accounts, type IssuedKey, type KeyDescription } from './kinds/accounts.ts';
export { Archive, type ArchiveEntry } from './kinds/archive.ts';
export { Audit, type Deed } from './kinds/audit.ts';
export { type BlobEntry, Blobs, type BlobWritten, blobName } from './kinds/blobs.ts';
export { Cluster, type Tally } from './kinds/cluster.ts';
export { type ModelPackage, type ModelState, Models } from './kinds/models.ts';
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
export { LanguageTag } from './language-tag.ts';
export type { Logger } from './logger.ts';
export { oneLine } from './one-line.ts';
export type { Letter } from './outbox/letter.ts';
export { type Outbox, type OutboxOptions, openOutbox, type Undelivered } from './outbox/outbox.ts';
export type { Outcome, Schedule } from './outbox/schedule.ts';
export { shipped } from './package.ts';
export { definePlugin, type Plugin, type PluginContext } from './plugin.ts';
export { type FieldError, Problem, type ProblemOptions, type SerializedProblem } from './problem.ts';
export { defineProvider, type Provider, type ProviderContext } from './provider.ts';
export { secondsToWait } from './retry-after.ts';
export { risingProgress } from './rising-progress.ts';
export { type Call, EventStream, type Route, type Running, type RunOptions, route, type StartRun } from './route.ts';
export { type PluginAuth, type Scope, scopes } from './scope.ts';
export { runStep } from './step.ts';
export { unlessNotFound } from './unless-not-found.ts';
export {
  anyType,
  type FileField,
  type FileFields,
  manyFiles,
  oneFile,
  type RawBody,
  rawBody,
  type UploadedFile,
} from './upload.ts';
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
} from './workflow.ts';
