import { Audit, Cluster, definePlugin, Erasure, findAll, Store } from 'chronoscribe';
import { electLeader, runPeriodically } from 'chronoscribe/concurrency';
import { Accounts, migrateOnce, Sessions } from 'chronoscribe/host';
import { z } from 'zod';
import { consoleExtensions } from './extensions.ts';
import { consoleFiles } from './files.ts';
import { begunSignIns, createBegunSignIns, createPendingSignIns, pendingSignIns } from './oidc/begun.ts';
import { createOidcClient } from './oidc/client.ts';
import { finishLink, oidcRoutes } from './oidc/routes.ts';
import { OidcSettings, requireKnownRoles } from './oidc/settings.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { challenges, passkeys as passkeyCollection } from './passkeys/stored-passkey.ts';
import { createInvitations } from './people/invitations.ts';
import { ownRoutes } from './people/own-routes.ts';
import {
  createPersonRegistry,
  invitations as invitationCollection,
  people as peopleCollection,
} from './people/registry.ts';
import { invitationRoutes, peopleRoutes } from './people/routes.ts';
import { invitationPath } from './people/shapes.ts';
import { createTotp } from './people/totp.ts';
import { confirmRoute, sessionRoutes } from './session-routes.ts';
import { cookie, cookieValue } from './sessions/cookie.ts';
import { currentSession, requireSession } from './sessions/current.ts';
import { createKnownDevices, knownDevices } from './sessions/known-devices.ts';
import { broughtBy, rolesOfKey } from './sessions/roles.ts';
import { sweepExpired } from './sessions/secrets.ts';
import { createSessionRegistry, sessions as sessionCollection } from './sessions/sessions.ts';
import type { Proven, SignInCall } from './sessions/sign-in.ts';
import { createSignInLimit } from './sessions/sign-in-limit.ts';

const sweepEveryMs = 3_600_000;

/** What is deleted once it has expired, besides sessions. */
const expiring = [invitationCollection, challenges, begunSignIns, pendingSignIns, knownDevices] as const;

/** The account of the first person, as of the first key. */
const firstAccount = 'default';

/** The web application, the people who use it, and signing in. */
export default definePlugin({
  name: 'console',
  // Signing in needs no key, and what a session may do is decided by its cookie.
  auth: 'public',
  config: z.strictObject({
    idleMinutes: z.number().positive().default(30).describe('minutes after which a session ends that is not used'),
    sessionHours: z.number().positive().default(12).describe('hours after which a session ends even if it is used'),
    oidc: OidcSettings.optional().describe('an identity provider that people can sign in by'),
  }),
  needs: { store: Store, cluster: Cluster, accounts: Accounts, erasure: Erasure, audit: Audit },
  provides: { sessions: Sessions },
  async start({ config, needs: { store, cluster, accounts, erasure }, log, extensions }) {
    await store.prepare(sessionCollection, peopleCollection, passkeyCollection, ...expiring);
    await migrateOnce(store, log, 'operator-people', async (documents) => {
      const operators: string[] = [];
      const admins: string[] = [];
      for await (const person of findAll(documents, peopleCollection, {})) {
        const { id, account, roles } = person;
        if (!roles.includes('admin') || roles.includes('operator')) continue;
        const isFirst = account === firstAccount;
        (isFirst ? operators : admins).push(id);
        if (isFirst) await documents.put(peopleCollection, { ...person, roles: ['operator', ...roles] });
      }
      return { operators, admins };
    });
    const people = createPersonRegistry(store, cluster, () => broughtBy(extensions));
    const invitations = createInvitations(store, cluster);
    const passkeys = createPasskeys(store, cluster, people);
    const begun = createBegunSignIns(store, cluster);
    const pending = createPendingSignIns(store, cluster);
    const devices = createKnownDevices(store, cluster);
    const limit = createSignInLimit(cluster, devices);
    // People themselves, their sessions, devices and invitations name the account.
    erasure.onErase(async (account) => {
      for (const { id } of await people.list(account)) await passkeys.erase(id);
    });
    const totp = createTotp(people, cluster.now);
    const limits = { idleMs: config.idleMinutes * 60_000, absoluteMs: config.sessionHours * 3_600_000 };
    const registry = createSessionRegistry(store, cluster, limits, async ({ by, owner }) => {
      if (by === 'person') return people.identify(owner);
      const caller = await accounts.callerOf(owner);
      return caller && { ...caller, roles: rolesOfKey(caller.scopes), profile: null };
    });
    const sessions: Sessions = {
      async authenticate(request) {
        const current = await currentSession(registry, request);
        return current && { ...current.identity, keyId: current.session.sessionId };
      },
      async requireProof(request) {
        registry.requireProof(await requireSession(registry, request));
      },
      isOpen: registry.isOpen,
      async firstInvitation() {
        return (await people.isEmpty())
          ? invitationPath((await invitations.issueFirst(firstAccount)).token)
          : undefined;
      },
    };
    const sweep = async (): Promise<void> => {
      if (!(await electLeader(cluster, 'sweep-sessions', sweepEveryMs))) return;
      await sweepExpired(store, sessionCollection, registry.now());
      for (const each of expiring) await sweepExpired(store, each, cluster.now());
    };
    const stopSweeping = runPeriodically(sweep, {
      everyMs: sweepEveryMs,
      onError: (err) => log.error({ err }, 'expired sessions could not be deleted; it is tried again in an hour'),
    });
    return { sessions, registry, people, invitations, passkeys, begun, pending, devices, limit, totp, stopSweeping };
  },
  routes({ config: { oidc }, needs: { cluster, accounts, audit }, parts, extensions }) {
    const { registry: sessions, people, invitations, passkeys, begun, pending, devices, limit, totp } = parts;
    const signedIn = async (proven: Proven, call: SignInCall): Promise<void> => {
      const { by, owner: person, account } = proven;
      if (by === 'key') return;
      await finishLink({ people, pending, audit }, proven, call);
      await people.update(person, () => ({ lastSeenAt: cluster.now() }));
      const device = await devices.add({ account, person }, cookieValue(call.headers, 'device'));
      call.setHeader('set-cookie', cookie(call.headers, 'device', device));
    };
    const services = {
      ...{ sessions, accounts, audit, limit, people, invitations, passkeys, totp, devices, signedIn },
    };
    requireKnownRoles(oidc?.roles ?? {}, people.brought());
    const added = consoleExtensions(extensions, sessions);
    return [
      ...sessionRoutes(services, oidc),
      confirmRoute(services),
      ...ownRoutes(services),
      ...passkeyRoutes(services),
      ...peopleRoutes(services),
      ...invitationRoutes(services),
      ...(oidc === undefined
        ? []
        : oidcRoutes({
            ...{ ...services, begun, pending, settings: oidc, client: createOidcClient(oidc), account: firstAccount },
          })),
      added.route,
      ...consoleFiles(added.modules),
    ];
  },
  stop: ({ stopSweeping }) => stopSweeping(),
});
