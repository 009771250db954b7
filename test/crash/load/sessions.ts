import { z } from 'zod';
import type { Call } from '../client.ts';
import { type Ask, Broken, type Load, reading, refused } from '../deed.ts';
import { newName, type Practice } from '../practice.ts';
import type { Random } from '../random.ts';

const Sessions = z.object({ items: z.array(z.object({ id: z.string(), current: z.boolean() })) });
const Invited = z.object({ person: z.object({ id: z.string() }) });
const People = z.object({ items: z.array(z.object({ id: z.string(), email: z.string() })) });

/** Signing in with the key of the practice, and its sessions. */
export const sessionLoad: Load = {
  'GET /api/v1/session/methods': {
    weight: 1,
    act: (practice) => reading('GET /api/v1/session/methods', practice, '/api/v1/session/methods'),
  },
  'POST /api/v1/session': {
    weight: 1,
    act: (practice) => ({
      operation: 'POST /api/v1/session',
      call: { method: 'POST', path: '/api/v1/session', key: practice.key, json: { key: practice.key } },
      // Attempts are limited.
      refusals: [429],
      book(answer) {
        const cookie = answer.headers.get('set-cookie')?.split(';')[0];
        if (cookie === undefined) throw new Broken('fault', 'a sign-in set no cookie');
        practice.cookies.add(cookie);
      },
      lookFor: async () => undefined,
    }),
  },
  'GET /api/v1/session': {
    weight: 1,
    act: (practice, random) => signedIn(practice, random, 'GET /api/v1/session', '/api/v1/session'),
  },
  'GET /api/v1/console/extensions': {
    weight: 1,
    act: (practice, random) =>
      signedIn(practice, random, 'GET /api/v1/console/extensions', '/api/v1/console/extensions'),
  },
  'GET /api/v1/sessions': {
    weight: 1,
    act(practice, random) {
      const deed = signedIn(practice, random, 'GET /api/v1/sessions', '/api/v1/sessions');
      return (
        deed && {
          ...deed,
          book(answer) {
            if (!Sessions.parse(answer.json).items.some(({ current }) => current)) {
              throw new Broken('lost', 'a session is not among the sessions of its key');
            }
          },
        }
      );
    },
  },
  'DELETE /api/v1/session': {
    weight: 1,
    act(practice, random) {
      const operation = 'DELETE /api/v1/session';
      const cookie = anyCookie(practice, random);
      if (cookie === undefined) return undefined;
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      return {
        operation,
        call: { method: 'DELETE', path: '/api/v1/session', key: practice.key, headers },
        book: () => void practice.cookies.delete(cookie),
        // Whether it has ended or not, nobody is promised anything of it any more.
        lookFor: async () => void practice.cookies.delete(cookie),
      };
    },
  },
  'DELETE /api/v1/sessions/{id}': {
    weight: 1,
    act(practice, random) {
      const cookie = anyCookie(practice, random);
      if (cookie === undefined) return undefined;
      return {
        ...reading('DELETE /api/v1/sessions/{id}', practice, '/api/v1/sessions/ses_none', {
          method: 'DELETE',
          headers: { cookie, 'sec-fetch-site': 'same-origin' },
        }),
        refusals: [404],
        book() {
          throw new Broken('fault', 'a session that never was has ended');
        },
      };
    },
  },
};

/** The people of the practice. Invited, they cannot sign in, so nothing else depends on them. */
export const peopleLoad: Load = {
  'POST /api/v1/people': {
    weight: 1,
    act(practice) {
      const email = `${newName(practice).toLowerCase()}@practice.example`;
      return {
        operation: 'POST /api/v1/people',
        call: {
          ...{ method: 'POST', path: '/api/v1/people', key: practice.adminKey },
          json: { email, name: 'Person', roles: ['viewer'] },
        },
        book(answer) {
          practice.people.set(Invited.parse(answer.json).person.id, email);
        },
        async lookFor(ask) {
          const { items } = await peopleOf(practice, ask);
          for (const { id } of items.filter((person) => person.email === email)) practice.people.set(id, email);
        },
      };
    },
  },
  'GET /api/v1/people': {
    weight: 1,
    act: (practice) => ({
      ...reading('GET /api/v1/people', practice, '/api/v1/people', { key: practice.adminKey }),
      book(answer) {
        const shown = new Map(People.parse(answer.json).items.map(({ id, email }) => [id, email]));
        for (const [id, email] of practice.people) {
          if (shown.get(id) !== email) throw new Broken('lost', `the person ${email} is not there`);
        }
      },
    }),
  },
  'PATCH /api/v1/people/{id}': {
    weight: 1,
    act: (practice, random) =>
      toPerson(practice, random, 'PATCH /api/v1/people/{id}', '', { method: 'PATCH', json: { name: 'Another' } }),
  },
  'POST /api/v1/people/{id}/reset': {
    weight: 1,
    act: (practice, random) =>
      toPerson(practice, random, 'POST /api/v1/people/{id}/reset', '/reset', { method: 'POST' }),
  },
  ...withoutSession('PATCH /api/v1/people/me', { name: 'X' }),
  ...withoutSession('POST /api/v1/people/me/totp'),
  ...withoutSession('POST /api/v1/people/me/totp/confirm', { code: '000000' }),
  ...withoutSession('DELETE /api/v1/people/me/totp'),
  ...withoutSession('GET /api/v1/passkeys'),
  ...withoutSession('POST /api/v1/passkeys/options'),
  ...withoutSession('POST /api/v1/passkeys', { challenge_id: 'none', response: {}, name: 'X' }),
  ...withoutSession('DELETE /api/v1/passkeys/{id}'),
  ...withoutSession('POST /api/v1/session/confirm', { password: 'of-nobody' }),
  // By an address there are no passkeys.
  ...withoutSession('POST /api/v1/session/passkey/options'),
  ...withoutSession('POST /api/v1/session/passkey', { challenge_id: 'none', response: {} }),
  ...Object.fromEntries(
    (['GET', 'POST'] as const).map((method) => [
      `${method} /api/v1/invitations/{token}`,
      {
        weight: 1,
        act: (practice: Practice) =>
          refused(
            {
              operation: `${method} /api/v1/invitations/{token}`,
              call: {
                ...{ method, path: '/api/v1/invitations/none', key: practice.key },
                ...(method === 'POST' && { json: { name: 'X', password: 'a long password' } }),
              },
            },
            [404, 429],
          ),
      },
    ]),
  ),
};

/** What a key cannot do, since it is no person. */
function withoutSession(operation: string, json?: object): Load {
  const [method = '', path = ''] = operation.split(' ');
  const call = { method, path: path.replace('{id}', 'none'), ...(json !== undefined && { json }) };
  return {
    [operation]: {
      weight: 1,
      act: ({ key }) => refused({ operation, call: { ...call, key } }, [401, 409, 429]),
    },
  };
}

function toPerson(practice: Practice, random: Random, operation: string, path: string, call: Partial<Call>) {
  if (practice.people.size === 0) return undefined;
  const id = random.one([...practice.people.keys()]);
  return reading(operation, practice, `/api/v1/people/${id}${path}`, { key: practice.adminKey, ...call });
}

async function peopleOf(practice: Practice, ask: Ask) {
  return People.parse((await ask({ method: 'GET', path: '/api/v1/people', key: practice.adminKey })).json);
}

/** A request with a cookie that was acknowledged: a 401 would be a lost session. */
function signedIn(practice: Practice, random: Random, operation: string, path: string) {
  const cookie = anyCookie(practice, random);
  return cookie === undefined ? undefined : reading(operation, practice, path, { headers: { cookie } });
}

function anyCookie({ cookies }: Practice, random: Random): string | undefined {
  return cookies.size === 0 ? undefined : random.one([...cookies]);
}
