/** **Stable**: functions for tests of plugins and providers. */

export { type TestDatabase, testDatabase } from './postgres/testing/database.ts';
export { startTcpProxy, type TcpProxy } from './postgres/testing/tcp-proxy.ts';
export type { ClockDuration, CreatedTestClock, TestClock, TestClockOptions } from './testing/clock.ts';
export { engineListener } from './testing/engine-listener.ts';
export { type CallOptions, type TestHost, type TestHostOptions, type TestResponse, testHost } from './testing/host.ts';
export { type StartedProvider, silentLog, startProvider, temporaryFolder } from './testing/provider.ts';
export type { TestRun } from './testing/run.ts';
