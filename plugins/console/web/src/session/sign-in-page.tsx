import { useInputState } from '@mantine/hooks';
import { IconAlertTriangle, IconLink, IconLogin2 } from '@tabler/icons-react';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useAction } from '../shared/action.tsx';
import { send } from '../shared/api.ts';
import { Form } from '../shared/form.tsx';
import { useTexts } from '../shared/i18n.ts';
import { Notice } from '../shared/page.tsx';
import { Entrance } from './entrance.tsx';
import { begin } from './session.ts';
import { SecretInput, SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  const { t } = useTexts('session');
  const { return_to: returnTo = '/', error, pending } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const router = useRouter();
  const onSignedIn = async () => {
    await router.invalidate();
    await navigate({ href: returnTo, replace: true });
  };
  return (
    <Entrance title={t('title')} text={t('welcome')}>
      {error !== undefined && (
        <Notice tone="bad" role="alert" icon={IconAlertTriangle} title={t('providerFailed', { code: error })} />
      )}
      {pending === 'link' && (
        <Notice tone="warn" role="status" icon={IconLink} title={t('pending.link')}>
          {t('pending.linkText')}
        </Notice>
      )}
      {pending === 'code' ? (
        <CodeForm onSignedIn={onSignedIn} />
      ) : (
        <SignInForm returnTo={`/console${returnTo}`} onSignedIn={onSignedIn} />
      )}
    </Entrance>
  );
}

/** The second factor of a sign-in by the identity provider, which has not asked for one. */
function CodeForm({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }) {
  const { t } = useTexts('session');
  const [code, setCode] = useInputState('');
  const sending = useAction(async () => begin(await send('POST', '/api/v1/session/oidc/code', { code })), {
    onSuccess: onSignedIn,
  });
  return (
    <Form sending={sending} submit={t('signIn')} icon={IconLogin2}>
      <SecretInput way="code" description={t('pending.codeText')} value={code} onChange={setCode} />
    </Form>
  );
}
