/**
 * **Stable**: what authors of plugins, providers and workflows import. Types that inference gives them are in
 * `chronoscribe/types`, waiting and taking turns in `chronoscribe/concurrency`, aids for tests in `chronoscribe/testing`,
 * suites for providers in `chronoscribe/contracts`; the guide says what each other entry is for.
 */

/* So the declarations that a compiler writes for a plugin can name them. */
export type {} from './types.ts';

// Plugins and endpoints

export type { Logger } from './api/logger.ts';
export { definePlugin, type Plugin, type PluginContext } from './api/plugin.ts';
export { Problem, undefinedIfNotFound } from './api/problem.ts';
export { Download, download, EncodedJson, EventStream } from './api/response.ts';
export { type Route, route } from './api/route.ts';
export { anyType, manyFiles, oneFile, rawBody, type UploadedFile } from './api/upload.ts';

// What plugins add to others

export { defineExtensionPoint } from './api/extension.ts';
export { agentTools } from './extensions/agent-tools.ts';
export { automations, on } from './extensions/automations.ts';
export { command } from './extensions/commands.ts';
export { consolePages, notePanels, runCards } from './extensions/console.ts';
export { eventImporters, transcriptReaders } from './extensions/file-readers.ts';
export { metric, metrics } from './extensions/metrics.ts';
export { pluginRoles, pluginScopes } from './extensions/scopes.ts';

// Workflows and runs

export type { Emit } from './api/trigger.ts';
export { workflow } from './api/workflow.ts';
export type { Workflow } from './api/workflow-draft.ts';
export type { StepContext } from './api/workflow-graph.ts';
export { Runs } from './kinds/runs.ts';
export { stepCheckpoints } from './runs/checkpoints.ts';

// Providers

export { defineKind } from './api/kind.ts';
export { defineProvider, type Health, type Provider } from './api/provider.ts';
export { monotonicProgress } from './api/step.ts';
export { trace } from './api/tracing.ts';
export { Models } from './kinds/operations.ts';

// Documents and files

export { Blobs, blobName } from './kinds/blobs.ts';
export { Archive, type Collection, type Documents, defineCollection, findAll, Store } from './kinds/store.ts';

// Accounts and several hosts

export { Erasure } from './kinds/accounts.ts';
export { Audit } from './kinds/audit.ts';
export { Cluster } from './kinds/cluster.ts';
