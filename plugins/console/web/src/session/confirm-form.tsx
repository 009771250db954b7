import { Anchor, Button, Divider, Stack, Text } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../shared/action.tsx';
import { ApiError, send } from '../shared/api.ts';
import { Dialog, Form } from '../shared/form.tsx';
import { useTexts } from '../shared/i18n.ts';
import { settleConfirmation } from '../shared/session-gate.ts';
import { answerPasskey, begin, useSession } from './session.ts';
import { OtherWays, provider, SecretInput } from './sign-in-form.tsx';

type Way = 'password' | 'code' | 'key';

export function ConfirmBox({ asked }: { readonly asked: boolean }) {
  const { t } = useTexts('session');
  return (
    <Dialog
      opened={asked}
      onClose={() => settleConfirmation(false)}
      title={t('confirm.title')}
      // Above the dialog whose request asked for it.
      zIndex={250}
    >
      <ConfirmForm />
    </Dialog>
  );
}

/** The ways in which somebody proves who it is. */
function ConfirmForm() {
  const { t } = useTexts('session');
  const { person } = useSession();
  const ways = waysOf(person);
  const [way, setWay] = useState<Way | undefined>(ways[0]);
  const [secret, setSecret] = useInputState('');
  /** Whether somebody has gone to sign in again at the identity provider. */
  const [left, setLeft] = useState(false);
  const settled = {
    onSuccess: (answer: unknown) => {
      begin(answer);
      settleConfirmation(true);
    },
    onError: (error: Error) => {
      // The session has ended: the request waits on the lock screen then, and signing in is a proof.
      if (error instanceof ApiError && error.status === 401) settleConfirmation(true);
    },
  };
  const typed = useAction(() => confirm({ [way ?? 'password']: secret }), settled);
  const passkey = useAction(async () => confirm({ passkey: await answerPasskey() }), settled);
  const href = `${provider}?again=true&return_to=/console/settings/account`;
  const other = ways.find((each) => each !== way);
  return (
    <Stack>
      <Text size="sm">{t('confirm.text')}</Text>
      {way !== undefined && (
        <Form sending={typed} submit={t('confirm.action')} icon={IconShieldCheck}>
          {way !== 'code' && (
            <input type="hidden" name="username" autoComplete="username" value={person?.email ?? ''} />
          )}
          <SecretInput way={way} value={secret} onChange={setSecret} />
        </Form>
      )}
      {other !== undefined && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => {
            setWay(other);
            setSecret('');
            typed.reset();
          }}
        >
          {other === 'code' ? t('confirm.withCode') : t('confirm.withPassword')}
        </Anchor>
      )}
      {person !== null && (
        <>
          {way !== undefined && <Divider label={t('or')} />}
          {/* In a tab of its own: what is typed in this one stays. */}
          <OtherWays
            passkey={passkey}
            provider={{ target: '_blank', rel: 'noopener', href, onClick: () => setLeft(true) }}
          />
          {left && <Button onClick={() => settleConfirmation(true)}>{t('confirm.isDone')}</Button>}
        </>
      )}
    </Stack>
  );
}

function waysOf(person: ReturnType<typeof useSession>['person']): readonly Way[] {
  if (person === null) return ['key'];
  return [...(person.has_password ? ['password' as const] : []), ...(person.has_totp ? ['code' as const] : [])];
}

const confirm = (proof: object): Promise<unknown> => send('POST', '/api/v1/session/confirm', proof);
