import { expect, test } from 'vitest';
import { type Brought, rolesOfKey, scopesOf } from './roles.ts';

const none: Brought = { scopes: [], roles: [] };

test('roles together may do what any of them may', () => {
  expect(scopesOf(['viewer'], none)).toEqual({ scopes: ['time', 'clinical'], readOnly: ['time', 'clinical'] });
  expect(scopesOf(['viewer', 'developer'], none)).toEqual({ scopes: ['time', 'clinical'], readOnly: ['clinical'] });
  expect(scopesOf(['viewer', 'clinician'], none)).toEqual({ scopes: ['time', 'clinical'], readOnly: [] });
  expect(scopesOf(['admin'], none).scopes).toEqual(['time', 'clinical', 'admin']);
  expect(scopesOf(['operator'], none).scopes).toEqual(['operator']);
});

test('a key is shown the screens of the role that its scopes are most like', () => {
  expect(rolesOfKey(['time', 'clinical', 'admin'])).toEqual(['admin']);
  expect(rolesOfKey(['time', 'clinical', 'admin', 'operator'])).toEqual(['operator', 'admin']);
  expect(rolesOfKey(['operator'])).toEqual(['operator']);
  expect(rolesOfKey(['time', 'clinical'])).toEqual(['clinician']);
  expect(rolesOfKey(['time'])).toEqual(['developer']);
  expect(rolesOfKey(['clinical'])).toEqual([]);
});

test('a scope of a plugin is had by the roles that it names, and by whom it is given to', () => {
  const book = { name: 'appointments.book', about: 'Makes appointments', roles: ['clinician', 'viewer'] } as const;
  const own = (...roles: Parameters<typeof scopesOf>[0]) => scopesOf(roles, { scopes: [book], roles: [] });
  expect(own('clinician')).toEqual({ scopes: ['time', 'clinical', 'appointments.book'], readOnly: [] });
  expect(own('viewer').readOnly).toEqual(['time', 'clinical', 'appointments.book']);
  expect(own('viewer', 'appointments.book').readOnly).toEqual(['time', 'clinical']);
  expect(own('appointments.book')).toEqual({ scopes: ['appointments.book'], readOnly: [] });
  expect(own('developer').scopes).toEqual(['time']);
});

test('a role of a plugin changes and reads what it says, beside other roles', () => {
  const desk = {
    name: 'appointments.desk',
    about: 'The desk',
    scopes: ['appointments.book'],
    reads: ['clinical'],
  } as const;
  const own = (...roles: Parameters<typeof scopesOf>[0]) => scopesOf(roles, { scopes: [], roles: [desk] });
  expect(own(desk.name)).toEqual({ scopes: ['appointments.book', 'clinical'], readOnly: ['clinical'] });
  expect(own(desk.name, 'clinician').readOnly).toEqual([]);
});
