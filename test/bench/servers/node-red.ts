import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { announce } from './announce.ts';

/** Node-RED from the folder that it is installed in; what it stores is below that folder too. */
const folder = process.argv[2] ?? '';

// The boundary of a package that is not installed here: https://nodered.org/docs/user-guide/runtime/embedding
const red = createRequire(`${folder}/`)('node-red') as {
  init(server: Server, settings: object): void;
  start(): Promise<void>;
  readonly httpAdmin: RequestListener;
};
const server = createServer((request, response) => red.httpAdmin(request, response));
red.init(server, {
  userDir: `${folder}/user`,
  httpAdminRoot: '/',
  logging: { console: { level: 'off' } },
  telemetry: { enabled: false },
  editorTheme: { tours: false },
});
await red.start();
announce(server);
