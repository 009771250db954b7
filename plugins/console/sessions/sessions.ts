import { randomUUID } from 'node:crypto';
import { type Cluster, defineCollection, findAll, Problem, type Store } from 'chronoscribe';
import type { Caller } from 'chronoscribe/host';
import { z } from 'zod';
import type { Profile, Role } from './roles.ts';
import { hashOf, newToken } from './secrets.ts';

/** Who may act in a session: a caller, with what a screen shows of it. */
export interface Identity extends Omit<Caller, 'keyId'> {
  readonly roles: readonly Role[];
  /** What the person's own screens show; null for a key. */
  readonly profile: Profile | null;
}

/** A session that is not over, with who is signed in by it. */
export interface OpenSession {
  readonly session: StoredSession;
  readonly identity: Identity;
  /** Milliseconds since 1970, when it ends unless it is used. */
  readonly idleExpiresAt: number;
}

type SessionStart = Pick<StoredSession, 'account' | 'owner' | 'by' | 'userAgent'> & {
  readonly provenAt?: number;
};

/** How long a proof of identity allows changes of what gives access. */
export const proofValidForMs = 5 * 60_000;

export type SessionRegistry = ReturnType<typeof createSessionRegistry>;

/** The sessions of people, each known by a random token that only its browser has. */
export function createSessionRegistry(
  store: Store,
  cluster: Cluster,
  { idleMs, absoluteMs }: { readonly idleMs: number; readonly absoluteMs: number },
  identify: (session: StoredSession) => Promise<Identity | undefined>,
) {
  const now = clockThroughSleep(cluster.now);
  const isOver = ({ lastSeenAt, expiresAt }: StoredSession): boolean =>
    now() >= Math.min(expiresAt, lastSeenAt + idleMs);
  const opened = async (session: StoredSession | undefined): Promise<OpenSession | undefined> => {
    if (session === undefined || isOver(session)) return undefined;
    const identity = await identify(session);
    return identity && { session, identity, idleExpiresAt: Math.min(session.expiresAt, session.lastSeenAt + idleMs) };
  };
  const find = async (token: string): Promise<OpenSession | undefined> =>
    opened(await store.get(sessions, hashOf(token)));
  // Only if it is still there: it must not come back after it was ended.
  const touch = async (token: string, change: Partial<StoredSession>): Promise<OpenSession | undefined> => {
    const touched = await store.transaction(async (documents) => {
      const session = await documents.get(sessions, hashOf(token));
      if (session === undefined || isOver(session)) return undefined;
      const seen = { ...session, lastSeenAt: Math.max(session.lastSeenAt, now()), ...change };
      await documents.put(sessions, seen);
      return seen;
    });
    return opened(touched);
  };

  return {
    /** The time that sessions and proofs end by: it does not stop while the machine sleeps. */
    now,

    /**
     * Starts a session.
     * @param start with `provenAt` if the owner has proved its identity earlier
     * @returns its token
     */
    async open(start: SessionStart): Promise<string> {
      const token = newToken();
      const at = now();
      const times = { createdAt: at, lastSeenAt: at, expiresAt: at + absoluteMs, provenAt: start.provenAt ?? at };
      await store.insert(sessions, { id: hashOf(token), sessionId: `ses_${randomUUID()}`, ...start, ...times });
      return token;
    },
    /** The session of a token; undefined if it is over, or if its key or person may not sign in any more. */
    find,

    /** As `find`, and counts as use: the session does not end by idleness from now on. */
    async use(token: string): Promise<OpenSession | undefined> {
      const found = await find(token);
      // Not with each request, since a change of the store waits for the disk.
      if (found === undefined || now() - found.session.lastSeenAt < idleMs / 30) return found;
      return touch(token, {});
    },

    /** Notes that who uses a session has just proved to be its owner. @returns the session, undefined if it is over */
    confirm: (token: string) => touch(token, { provenAt: now() }),

    /** @throws Problem `confirmation-required` (403) if the last proof is older than five minutes */
    requireProof({ session }: OpenSession): void {
      if (now() - session.provenAt < proofValidForMs) return;
      throw new Problem('confirmation-required', {
        status: 403,
        detail:
          'Confirm first that it is you, by POST /api/v1/session/confirm with your password, a code of your authenticator or a passkey (confirmation-required). It holds for five minutes.',
      });
    },

    /** Whether the session with this public id is not over. */
    async isOpen(sessionId: string): Promise<boolean> {
      const { items } = await store.find(sessions, { equals: { sessionId }, limit: 1 });
      return (await opened(items[0])) !== undefined;
    },

    /** The open sessions of a key or a person, newest first. */
    async list(owner: string): Promise<readonly StoredSession[]> {
      const query = { equals: { owner }, orderBy: 'createdAt', direction: 'descending' } as const;
      const found = await Array.fromAsync(findAll(store, sessions, query));
      return found.filter((session) => !isOver(session));
    },

    /** Ends a session. @throws Problem `not-found` if the owner has none with this public id */
    async end(owner: string, sessionId: string): Promise<void> {
      const { items } = await store.find(sessions, { equals: { sessionId }, limit: 1 });
      const [session] = items;
      if (session?.owner !== owner) {
        throw new Problem('not-found', {
          detail: 'You have no session with this id. GET /api/v1/sessions lists them.',
        });
      }
      await store.delete(sessions, session.id);
    },

    /** Ends the session of a token, unless somebody else, such as a lock of the screen, was faster. */
    forget: (token: string) => store.delete(sessions, hashOf(token)),

    /** Ends all sessions of a key or a person. @param except the public id of one that stays */
    async endAll(owner: string, except?: string): Promise<void> {
      for await (const { id, sessionId } of findAll(store, sessions, { equals: { owner }, orderBy: 'createdAt' })) {
        if (sessionId !== except) await store.delete(sessions, id);
      }
    },
  };
}

export const sessions = defineCollection({
  name: 'sessions',
  schema: z.object({
    /** SHA-256 of the token in the cookie, in hex. The token itself is not stored. */
    id: z.string(),
    /** Public: `ses_…`. */
    sessionId: z.string(),
    account: z.string(),
    /** The public id of the key or of the person. */
    owner: z.string(),
    by: z.enum(['key', 'person']),
    userAgent: z.string().nullable(),
    createdAt: z.number(),
    lastSeenAt: z.number(),
    /** When who uses it has last proved to be its owner; 0 in sessions of earlier versions. */
    provenAt: z.number().default(0),
    /** When it ends even if it is used. */
    expiresAt: z.number(),
  }),
  indexes: [['sessionId'], ['owner', 'createdAt'], ['expiresAt']],
});

export type StoredSession = Readonly<z.output<typeof sessions.schema>>;

/**
 * A clock that does not stop while the machine sleeps, as that of the cluster does: how far the system clock has run
 * ahead of it since is added. A system clock that is set forward looks the same; then sessions end early, never late.
 *
 * @param now the time of the cluster, in milliseconds since 1970
 */
export function clockThroughSleep(now: () => number): () => number {
  let leastLead = Number.POSITIVE_INFINITY;
  const read = (): number => {
    const time = now();
    const lead = Date.now() - time;
    leastLead = Math.min(leastLead, lead);
    return time + lead - leastLead;
  };
  // From the start on: the machine may sleep before the first request.
  read();
  return read;
}
