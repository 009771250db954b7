/** Testing aids for authors of plugins and providers. */

export { type TestDatabase, testDatabase } from './postgres/testing/database.ts';
export { startTcpProxy, type TcpProxy } from './postgres/testing/tcp-proxy.ts';
export { type Answered, type CallOptions, type TestHost, type TestHostOptions, testHost } from './testing/host.ts';
export { type StartedProvider, silentLog, startProvider, temporaryFolder } from './testing/provider.ts';
