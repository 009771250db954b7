/** The public API: all that a plugin or a provider imports. Testing aids are in `chronoscribe/testing`. */

export { isOpen, mayCall, type PluginAuth, type Scope, scopeNames, scopes } from './api/access.ts';
export { AddressRange, addressFilter } from './api/address-range.ts';
export { defineExtensionPoint, type Extended, type Extension, type ExtensionPoint } from './api/extension.ts';
export { defineKind, type InstanceOf, type Instances, type Kind, type Needs } from './api/kind.ts';
export type { Logger } from './api/logger.ts';
export { shipped, version } from './api/package.ts';
export { definePlugin, type Plugin, type PluginContext } from './api/plugin.ts';
export {
  type FieldError,
  Problem,
  type ProblemOptions,
  parseRetryAfter,
  type SerializedProblem,
  undefinedIfNotFound,
} from './api/problem.ts';
export type { Sealing } from './api/provider.ts';
export { defineProvider, type Health, type ModelPackage, type Provider, type ProviderContext } from './api/provider.ts';
export {
  Bookmark,
  Download,
  download,
  EncodedJson,
  type EventLabel,
  EventStream,
  Running,
  type StoredFile,
} from './api/response.ts';
export {
  type Call,
  type ProtocolCall,
  protocolRoute,
  type Route,
  type RunOptions,
  route,
  type StartRun,
} from './api/route.ts';
export type { MissedFirings, ScheduleDefinition, ScheduleDefinitions, ScheduleTimes } from './api/schedule.ts';
export { monotonicProgress, runStep } from './api/step.ts';
export {
  type DurationText,
  derivedUuid,
  durationMs,
  LanguageTag,
  oneLine,
  parseJson,
  singleLine,
  textLines,
  unknownName,
} from './api/text.ts';
export {
  activeTraceparent,
  type Span,
  type SpanAttributes,
  type SpanOptions,
  trace,
  traceWithin,
} from './api/tracing.ts';
export {
  type Action,
  type Actions,
  type Emit,
  type EventDocuments,
  FolderPath,
  type TriggerEvent,
  type Triggers,
} from './api/trigger.ts';
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
export { workflow } from './api/workflow.ts';
export { changesBehind, definitionBegun, definitionsOf, fingerprintOf } from './api/workflow-definition.ts';
export type { Chain, Workflow, WorkflowDraft } from './api/workflow-draft.ts';
export type {
  Answer,
  AnswerContext,
  AnyWorkflow,
  Child,
  ClockName,
  Each,
  NodeState,
  Parallel,
  Repeat,
  Sleep,
  Step,
  StepContext,
  StepOptions,
  WaitFor,
  When,
  WorkflowNode,
} from './api/workflow-graph.ts';
export { type GraphEdge, type GraphNode, WorkflowGraph } from './api/workflow-graph.ts';
export { abortable, abortableStream } from './concurrency/abortable.ts';
export { type AutoResetEvent, createAutoResetEvent } from './concurrency/auto-reset-event.ts';
export { collectCooperatively, createPause } from './concurrency/giving-way.ts';
export {
  createKeyedMutex,
  createMutex,
  createSemaphore,
  type KeyedMutex,
  type Mutex,
  type Semaphore,
} from './concurrency/mutex.ts';
export { type CoalescingRunner, createCoalescingRunner, electLeader, runPeriodically } from './concurrency/periodic.ts';
export { type AttemptLimit, countAttempt } from './concurrency/rate-limit.ts';
export { createListeners, type Listeners, singleHostCluster } from './concurrency/single-host-cluster.ts';
export { agentTools } from './extensions/agent-tools.ts';
export { automations, on } from './extensions/automations.ts';
export { type CommandCall, command } from './extensions/commands.ts';
export { consoleIcons, consolePages, notePanels, runCards } from './extensions/console.ts';
export { eventImporters, type FileReader, transcriptReaders } from './extensions/file-readers.ts';
export { metric, metrics } from './extensions/metrics.ts';
export { type ErrorDetail, problemDetails } from './http/responses.ts';
export {
  Account,
  Accounts,
  type Caller,
  Erasure,
  IssuedKey,
  KeyDescription,
  refuseOtherAddress,
  Sessions,
} from './kinds/accounts.ts';
export { Audit, type AuditEvent } from './kinds/audit.ts';
export {
  type AutomationCounts,
  Automations,
  AutomationTrial,
  AutomationView,
} from './kinds/automations.ts';
export { type BlobEntry, type BlobRange, Blobs, type BlobWritten, blobName } from './kinds/blobs.ts';
export { Cluster, type Counter } from './kinds/cluster.ts';
export { type Endpoint, type EndpointAnswer, type EndpointCall, Endpoints } from './kinds/endpoints.ts';
export {
  AuditChainReport,
  AuditLogEntry,
  type AuditSearch,
  BackupState,
  ModelOnMachine,
  type ModelState,
  Models,
  Operations,
} from './kinds/operations.ts';
export {
  type BulkOutcome,
  type DeclaredWorkflow,
  type RunDetails,
  type RunQuery,
  type RunReader,
  RunSleep,
  Runs,
  type RunView,
  type SettledRun,
} from './kinds/runs.ts';
export { Schedules, ScheduleView } from './kinds/schedules.ts';
export {
  type AnyCollection,
  Archive,
  type ArchiveEntry,
  type Collection,
  type Document,
  type Documents,
  defineCollection,
  findAll,
  type IndexableField,
  migrateOnce,
  type Page,
  type Query,
  type Range,
  Store,
} from './kinds/store.ts';
export {
  type AlarmPage,
  type AlarmPosition,
  type AlarmSource,
  type BeforeOperation,
  type ClockRef,
  type TimerClock,
  Timers,
} from './kinds/timers.ts';
export { type Upload, type UploadChecksum, type UploadLimits, type UploadPiece, Uploads } from './kinds/uploads.ts';
export {
  type AccountSleep,
  type AwaitedSignal,
  type EngineListener,
  type RunEvent,
  type RunState,
  RunStatus,
  type RunSteps,
  type RunSubmission,
  StepKind,
  type StepState,
  StepStatus,
  WorkflowEngine,
} from './kinds/workflow-engine.ts';
export type { DeliveryOutcome, OutboxMessage, RetrySchedule, StoredMessage } from './outbox/message-queue.ts';
export { type Backlog, type Outbox, type OutboxOptions, openOutbox } from './outbox/outbox.ts';
export { type Checkpoint, stepCheckpoints } from './runs/checkpoints.ts';
export { clockNotFound } from './timers/clock-source.ts';
