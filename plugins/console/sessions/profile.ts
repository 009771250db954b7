import { z } from 'zod';
import { Role } from './roles.ts';

/** What a person's own screens show of it. */
export const ProfileShape = z.object({
  id: z.string().describe('`per_…`'),
  name: z.string().describe('For others: in the audit log and in versions of records'),
  email: z.string().meta({ format: 'email' }).describe('Signs in with it'),
  roles: z.array(Role).readonly().describe('What the person may do'),
  language: z.string().nullable().describe('Of the screens; null for that of the browser'),
  scheme: z.string().nullable().describe('Of the screens: light, dark or auto; null for that of the browser'),
  has_password: z.boolean().describe('Whether the person has chosen a password'),
  has_totp: z.boolean().describe('Whether a code is asked for beside the password'),
});
export type Profile = z.output<typeof ProfileShape>;
