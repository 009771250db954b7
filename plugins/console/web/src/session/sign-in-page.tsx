import { IconAlertTriangle } from '@tabler/icons-react';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Notice } from '../shared/notice.tsx';
import { Entrance } from './entrance.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  const { t } = useTranslation('session');
  const { return_to: returnTo = '/', error } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const router = useRouter();
  return (
    <Entrance title={t('title')} text={t('welcome')}>
      {error !== undefined && (
        <Notice tone="bad" role="alert" icon={IconAlertTriangle} title={t('providerFailed', { code: error })} />
      )}
      <SignInForm
        returnTo={`/console${returnTo}`}
        onSignedIn={async () => {
          await router.invalidate();
          await navigate({ href: returnTo, replace: true });
        }}
      />
    </Entrance>
  );
}
