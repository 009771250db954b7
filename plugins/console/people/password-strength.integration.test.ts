import { testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { testBrowser } from '../testing/browser.ts';
import { invited, joined, password } from '../testing/people.ts';
import { requireStrong } from './password-strength.ts';

const refusal = async (tried: string): Promise<string | undefined> => {
  const about = ['Dr. Ada Lovelace', 'ada@practice.example'];
  try {
    await requireStrong(tried, about, ['password']);
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error && 'members' in thrown ? JSON.stringify(thrown.members) : String(thrown);
  }
};

test.each([
  ['passwordpassword', 'extendedRepeat'],
  ['123456789012', 'common'],
  ['            ', 'simpleRepeat'],
  ['ada@practice.example1', 'userInputs'],
  ['Ada@Practice.Example1', 'userInputs'],
  ['Dr. Ada Lovelace', 'userInputs'],
  ['lovelace1815!!', 'short'],
  ['Chronoscribe2026!', 'userInputs'],
  ['qwertyuiop123', 'similarToCommon'],
  ['Passwort1234', 'similarToCommon'],
  ['Sommer2026!!', 'short'],
  ['p@ssw0rdp@ssw0rd', 'extendedRepeat'],
  ['drowssapdrowssap', 'extendedRepeat'],
  ['ｐａｓｓｗｏｒｄpassword', 'extendedRepeat'],
  ['abcdefghijklmnop', 'sequences'],
  [`${'a1'.repeat(100)}`, 'extendedRepeat'],
])('the password %j is refused, and why', async (tried, reason) => {
  expect(await refusal(tried)).toContain(`"reason":"${reason}"`);
});

test.each([
  password,
  'kaffee wolke fahrrad mond',
  'tiger moon lamp',
  '7fK!2mQz#9Lp',
  '长城上的月亮照着我们的家乡',
  'x7x7x7 velvet canyon drums',
])('the password %j is taken', async (tried) => {
  expect(await refusal(tried)).toBeUndefined();
});

test('an easily guessed password is refused with what to do, by a link and by who changes it, and the link stays', async () => {
  const host = await testHost();
  onTestFinished(() => host.stop());
  const { token } = await invited(host, { email: 'grace@practice.example', name: 'Grace', roles: ['viewer'] });
  const accept = (tried: string) =>
    testBrowser(host).call('POST', `/api/v1/invitations/${token}`, { json: { name: 'Grace', password: tried } });
  const refused = await accept('grace@practice.example1');
  expect([refused.status, refused.json]).toMatchObject([
    422,
    {
      detail: [
        { loc: ['body', 'password'], type: 'weak_password', msg: expect.stringContaining('your e-mail address') },
      ],
      reason: 'userInputs',
      advice: ['anotherWord'],
    },
  ]);
  expect((await accept('kaffee wolke fahrrad mond')).status).toBe(200);

  const { browser } = await joined(host, ['viewer']);
  const change = (tried: string) =>
    browser.call('PATCH', '/api/v1/people/me', { json: { password: { current: password, new: tried } } });
  expect((await change('passwordpassword')).json).toMatchObject({ detail: [{ loc: ['body', 'password', 'new'] }] });
  expect((await change('kaffee wolke fahrrad mond')).status).toBe(200);
});
