import { TextInput } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type Answer, ApiError, send } from '../shared/api.ts';
import { Form, useFields } from '../shared/form.tsx';
import { useTexts } from '../shared/i18n.ts';
import { Loading } from '../shared/list.tsx';
import { Empty, ErrorNote } from '../shared/page.tsx';
import { Entrance } from './entrance.tsx';
import { NewPassword } from './new-password.tsx';
import { begin } from './session.ts';

type Invitation = Answer<'/api/v1/invitations/{token}'>;

/** Where a one-time link leads: the first person, somebody who was invited, or a forgotten password. */
export function InvitationPage() {
  const { t } = useTexts('session');
  const { token } = useParams({ from: '/invitation/$token' });
  const path = `/api/v1/invitations/${encodeURIComponent(token)}`;
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => (await send('GET', path)) as Invitation,
  });
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Entrance title={t('invitation.gone')}>
        <Empty icon={IconMailOff} title={t('invitation.goneTitle')} text={t('invitation.goneText')} />
      </Entrance>
    );
  }
  const purpose = data?.purpose ?? 'invite';
  return (
    <Entrance title={t(`invitation.${purpose}.title`)} text={t(`invitation.${purpose}.text`)}>
      <ErrorNote error={error} />
      {data === undefined ? error === null && <Loading lines={3} /> : <InvitationForm path={path} invitation={data} />}
    </Entrance>
  );
}

function InvitationForm({ path, invitation }: { readonly path: string; readonly invitation: Invitation }) {
  const { t } = useTexts('session');
  const navigate = useNavigate();
  const known = invitation.email !== '';
  const [field, accept] = useFields(
    { name: invitation.name, email: invitation.email, password: '' },
    async ({ email, ...chosen }) => begin(await send('POST', path, { ...chosen, ...(known ? {} : { email }) })),
    { onSuccess: () => navigate({ to: '/', replace: true }) },
  );
  return (
    <Form sending={accept} submit={t(`invitation.${invitation.purpose}.action`)}>
      <TextInput label={t('name')} autoComplete="name" required {...field('name')} />
      <TextInput
        label={t('email')}
        type="email"
        autoComplete="username"
        required
        readOnly={known}
        {...field('email')}
      />
      <NewPassword
        label={t('newPassword')}
        description={t('passwordHelp')}
        refusal={accept.error}
        {...field('password')}
      />
    </Form>
  );
}
