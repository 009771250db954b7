/**
 * **Internal**: what only the bundled plugins and providers use of the host. It may change in any version; a plugin of
 * your own that needs something of it asks for it in `chronoscribe`.
 */

export { isOpen, isPluginScope, mayCall, scopeNames, scopeSchemas, scopes } from './api/access.ts';
export { AddressRange } from './api/address-range.ts';
export { shipped, version } from './api/package.ts';
export { parseRetryAfter } from './api/problem.ts';
export { Bookmark, Running } from './api/response.ts';
export { type ProtocolCall, protocolRoute } from './api/route.ts';
export { runStep } from './api/step.ts';
export {
  derivedUuid,
  durationMs,
  isDeeper,
  LanguageTag,
  maxJsonDepth,
  oneLine,
  parseJson,
  singleLine,
  textLines,
  unknownName,
} from './api/text.ts';
export { activeTraceparent, traceWithin } from './api/tracing.ts';
export { FolderPath } from './api/trigger.ts';
export { requireSeen, SeenVersion, WrittenVersion } from './api/version.ts';
export { changesBehind, definitionBegun, definitionsOf, fingerprintOf } from './api/workflow-definition.ts';
export {
  bodiesOf,
  type Child,
  type NodeState,
  type Parallel,
  type Repeat,
  type Sleep,
  type Step,
  type WaitFor,
  WorkflowGraph,
  type WorkflowNode,
} from './api/workflow-graph.ts';
export { createKeyedMutex } from './concurrency/mutex.ts';
export { createCoalescingRunner } from './concurrency/periodic.ts';
export { type AttemptLimit, countAttempt } from './concurrency/rate-limit.ts';
export { createListeners, type Listeners } from './concurrency/single-host-cluster.ts';
export { consoleIcons } from './extensions/console.ts';
export type { FileReader } from './extensions/file-readers.ts';
export { rolesOfScopes } from './extensions/scopes.ts';
export { problemDetails } from './http/responses.ts';
export {
  Account,
  Accounts,
  type Caller,
  IssuedKey,
  KeyDescription,
  refuseOtherAddress,
  Sessions,
} from './kinds/accounts.ts';
export {
  AutomationCatalog,
  AutomationDefinition,
  AutomationOutlook,
  Automations,
  AutomationTrial,
  AutomationView,
} from './kinds/automations.ts';
export { type Endpoint, Endpoints } from './kinds/endpoints.ts';
export { AuditChainReport, AuditLogEntry, BackupState, Bound, ModelOnMachine, Operations } from './kinds/operations.ts';
export { RunSleep } from './kinds/runs.ts';
export { Schedules, ScheduleView } from './kinds/schedules.ts';
export { migrateOnce } from './kinds/store.ts';
export { type AlarmSource, type ClockRef, type TimerClock, Timers } from './kinds/timers.ts';
export { type Upload, type UploadChecksum, type UploadPiece, Uploads } from './kinds/uploads.ts';
export {
  type AccountSleep,
  type EngineListener,
  RunEvent,
  type RunState,
  RunStatus,
  type RunSubmission,
  StepKind,
  StepState,
  StepStatus,
  WorkflowEngine,
} from './kinds/workflow-engine.ts';
export type { DeliveryOutcome, OutboxMessage, StoredMessage } from './outbox/message-queue.ts';
export { type Outbox, openOutbox } from './outbox/outbox.ts';
export { clockNotFound } from './timers/progress.ts';
