import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { sendSignedIn } from '../../shared/api.ts';

export const roles = ['operator', 'admin', 'clinician', 'viewer', 'developer'] as const;
export type Role = (typeof roles)[number];

const Person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(roles)),
  disabled: z.boolean(),
  created_at: z.string(),
  last_seen_at: z.nullable(z.string()),
});
export type Person = z.output<typeof Person>;

const Invitation = z.object({ person: Person, link: z.string(), expires_at: z.string() });
export type Invitation = z.output<typeof Invitation>;

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async () => z.object({ items: z.array(Person) }).parse(await sendSignedIn('GET', '/api/v1/people')).items,
});

/** Makes a person who is not signed in yet. The link in the answer is shown once. @throws {ApiError} */
export async function invite(wanted: {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
}): Promise<Invitation> {
  return Invitation.parse(await sendSignedIn('POST', '/api/v1/people', wanted));
}

/** @throws {ApiError} */
export async function changePerson(
  id: string,
  changes: { readonly name?: string; readonly roles?: readonly Role[]; readonly disabled?: boolean },
): Promise<void> {
  await sendSignedIn('PATCH', `/api/v1/people/${encodeURIComponent(id)}`, changes);
}

/** Makes a link by which a person chooses a new password; the sessions of the person end. @throws {ApiError} */
export async function resetPerson(id: string): Promise<Invitation> {
  return Invitation.parse(await sendSignedIn('POST', `/api/v1/people/${encodeURIComponent(id)}/reset`, {}));
}
