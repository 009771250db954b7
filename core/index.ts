/**
 * **Stable**: what authors of plugins, providers and workflows import. Tests find their aids in `chronoscribe/testing`,
 * suites for providers in `chronoscribe/contracts`, types that inference gives them in `chronoscribe/types`; the guide says
 * what each other entry is for.
 */

/* So the declarations that a compiler writes for a plugin can name them. */
export type {} from './types.ts';

// Plugins and endpoints

export type { PluginAuth, Scope } from './api/access.ts';
export type { Logger } from './api/logger.ts';
export { definePlugin, type Plugin, type PluginContext } from './api/plugin.ts';
export {
  type FieldError,
  Problem,
  parseRetryAfter,
  type SerializedProblem,
  undefinedIfNotFound,
} from './api/problem.ts';
export { Bookmark, Download, download, EncodedJson, EventStream, Running } from './api/response.ts';
export { type Call, type Route, route } from './api/route.ts';
export { anyType, type FileField, manyFiles, oneFile, rawBody, type UploadedFile } from './api/upload.ts';

// What plugins add to others

export { defineExtensionPoint, type Extended, type ExtensionPoint } from './api/extension.ts';
export { agentTools } from './extensions/agent-tools.ts';
export { automations, on } from './extensions/automations.ts';
export { command } from './extensions/commands.ts';
export { consolePages, notePanels, runCards } from './extensions/console.ts';
export { eventImporters, transcriptReaders } from './extensions/file-readers.ts';
export { metric, metrics } from './extensions/metrics.ts';
export { pluginRoles, pluginScopes } from './extensions/scopes.ts';

// Workflows and runs

export type { DurationText } from './api/text.ts';
export type { Action, Emit } from './api/trigger.ts';
export { workflow } from './api/workflow.ts';
export type { Workflow } from './api/workflow-draft.ts';
export type { Answer, AnyWorkflow, StepContext } from './api/workflow-graph.ts';
export { RunSleep, Runs, type RunView, type SettledRun } from './kinds/runs.ts';
export { RunStatus, StepKind, StepState, StepStatus } from './kinds/workflow-engine.ts';
export { type Checkpoint, stepCheckpoints } from './runs/checkpoints.ts';

// Providers

export { defineKind } from './api/kind.ts';
export { defineProvider, type Health, type ModelPackage, type Provider, type Sealing } from './api/provider.ts';
export { monotonicProgress } from './api/step.ts';
export { Models } from './kinds/operations.ts';

// Documents and files

export { type BlobEntry, type BlobRange, Blobs, type BlobWritten, blobName } from './kinds/blobs.ts';
export {
  type AnyCollection,
  Archive,
  type ArchiveEntry,
  type Collection,
  type Document,
  type Documents,
  defineCollection,
  findAll,
  migrateOnce,
  type Page,
  type Query,
  type Range,
  Store,
} from './kinds/store.ts';

// Accounts and several hosts

export { trace } from './api/tracing.ts';
export { electLeader, runPeriodically } from './concurrency/periodic.ts';
export { singleHostCluster } from './concurrency/single-host-cluster.ts';
export { Erasure } from './kinds/accounts.ts';
export { Audit, type AuditEvent } from './kinds/audit.ts';
export { Cluster, type Counter } from './kinds/cluster.ts';

// Waiting and giving way

export { abortable, abortableStream } from './concurrency/abortable.ts';
export { type AutoResetEvent, createAutoResetEvent } from './concurrency/auto-reset-event.ts';
export { collectCooperatively, createPause } from './concurrency/giving-way.ts';
export { createKeyedMutex, createMutex, createSemaphore } from './concurrency/mutex.ts';

// Texts

export {
  derivedUuid,
  durationMs,
  LanguageTag,
  oneLine,
  parseJson,
  singleLine,
  textLines,
  unknownName,
} from './api/text.ts';
