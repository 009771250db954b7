import { Accounts, Audit, Cluster, definePlugin, electLeader, runPeriodically, Sessions, Store } from 'chronoscribe';
import { z } from 'zod';
import { consoleFiles } from './files.ts';
import { currentSession } from './sessions/current.ts';
import { rolesOfKey } from './sessions/roles.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { createSessionRegistry } from './sessions/sessions.ts';
import { sessions as sessionCollection } from './sessions/stored-session.ts';
import { watchSessions } from './sessions/watch.ts';

const sweepEveryMs = 3_600_000;

/** The web application, and signing in to it. */
export default definePlugin({
  name: 'console',
  // Signing in needs no key, and what a session may do is decided by its cookie.
  auth: 'public',
  config: z.strictObject({
    idleMinutes: z.number().positive().default(30).describe('minutes after which a session ends that is not used'),
    sessionHours: z.number().positive().default(12).describe('hours after which a session ends even if it is used'),
  }),
  needs: { store: Store, cluster: Cluster, accounts: Accounts, audit: Audit },
  provides: { sessions: Sessions },
  async start({ config, needs: { store, cluster, accounts }, log }) {
    await store.prepare(sessionCollection);
    const limits = { idleMs: config.idleMinutes * 60_000, absoluteMs: config.sessionHours * 3_600_000 };
    const registry = createSessionRegistry(store, cluster, limits, async ({ owner }) => {
      const caller = await accounts.callerOf(owner);
      return caller && { ...caller, roles: rolesOfKey(caller.scopes) };
    });
    const watch = watchSessions(registry.isOpen, log);
    const sweep = async (): Promise<void> => {
      if (await electLeader(cluster, 'sweep-sessions', sweepEveryMs)) await registry.sweep();
    };
    const sessions: Sessions = {
      async authenticate(request) {
        const current = await currentSession(registry, request);
        return current && { ...current.identity, keyId: current.session.sessionId };
      },
      ended: watch.ended,
    };
    const stopSweeping = runPeriodically(sweep, {
      everyMs: sweepEveryMs,
      onError: (err) => log.error({ err }, 'expired sessions could not be deleted; it is tried again in an hour'),
    });
    return { sessions, registry, watch, stopSweeping };
  },
  routes: ({ needs, parts: { registry } }) => [...sessionRoutes({ ...needs, sessions: registry }), ...consoleFiles()],
  async stop({ watch, stopSweeping }) {
    watch.stop();
    await stopSweeping();
  },
});
