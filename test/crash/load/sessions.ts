import { z } from 'zod';
import { Broken, type Load, reading } from '../deed.ts';
import type { Practice } from '../practice.ts';
import type { Random } from '../random.ts';

const Sessions = z.object({ items: z.array(z.object({ id: z.string(), current: z.boolean() })) });

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

/** A request with a cookie that was acknowledged: a 401 would be a lost session. */
function signedIn(practice: Practice, random: Random, operation: string, path: string) {
  const cookie = anyCookie(practice, random);
  return cookie === undefined ? undefined : reading(operation, practice, path, { headers: { cookie } });
}

function anyCookie({ cookies }: Practice, random: Random): string | undefined {
  return cookies.size === 0 ? undefined : random.one([...cookies]);
}
