import { ChildProcess } from 'node:child_process';
import { Server, Socket } from 'node:net';

/** Unit tests start no process and open no socket: files that do are named `*.integration.test.ts`. */
function refuse(what: string): () => never {
  return () => {
    throw new Error(`a unit test must not ${what}; name the file *.integration.test.ts`);
  };
}

Server.prototype.listen = refuse('listen on a socket');
Socket.prototype.connect = refuse('connect to a socket');
Object.assign(ChildProcess.prototype, { spawn: refuse('start a process') });
