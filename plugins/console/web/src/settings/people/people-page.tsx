import { TextInput } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { useAction } from '../../shared/action.tsx';
import { type Answer, api, type Body } from '../../shared/api.ts';
import { Checkboxes } from '../../shared/checkboxes.tsx';
import { Dialog, Form, ListPage, useFields } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { Row, StatusBadge } from '../../shared/list.tsx';
import { IconMenu, MenuItem } from '../../shared/menu.tsx';
import { Dimmed } from '../../shared/page.tsx';
import { type Role, useAccess } from '../access.ts';
import { ShownOnce } from '../shown-once.tsx';

type Person = Answer<'/api/v1/people'>['items'][number];
const changes = ['people'];

/** The people who sign in here, and what they may do. */
export function PeoplePage() {
  const { t } = useTexts('settings');
  return (
    <ListPage
      title={t('people.title')}
      subtitle={t('people.subtitle')}
      add={{ text: t('people.invite'), icon: IconUserPlus, form: <InviteForm /> }}
      query={useQuery({ queryKey: changes, queryFn: async () => (await api.GET('/api/v1/people')).items })}
      empty={{ icon: IconUsers, title: t('people.empty'), text: t('people.emptyText') }}
      row={(person) => <PersonRow key={person.id} person={person} />}
    />
  );
}

/** A person, with what an administrator can change about it. */
function PersonRow({ person }: { readonly person: Person }) {
  const { t, dateTime } = useTexts('settings');
  const session = useSession();
  const { roles: offered, namesOfRoles } = useAccess();
  const { id, name, email, disabled, last_seen_at: seen } = person;
  const isBeyond = person.roles.includes('operator') && !session.scopes.includes('operator');
  const [roles, setRoles] = useState<readonly Role[] | null>(null);
  const change = useAction(
    (body: Body<'/api/v1/people/{id}', 'patch'>) => api.PATCH('/api/v1/people/{id}', { id, body }),
    { changes, onSuccess: () => setRoles(null) },
  );
  const reset = useAction(() => api.POST('/api/v1/people/{id}/reset', { id }), { changes });
  return (
    <Row
      name={
        <>
          {name}
          {session.person?.id === id && <Dimmed span fw="inherit">{` (${t('people.you')})`}</Dimmed>}
        </>
      }
      details={[
        [
          email,
          namesOfRoles(person.roles),
          seen === null ? t('people.neverSeen') : t('people.seen', { time: dateTime(seen) }),
        ].join(' · '),
        ...(isBeyond ? [t('people.operatorOnly')] : []),
      ]}
      error={roles === null ? (change.error ?? reset.error) : null}
    >
      {disabled && <StatusBadge tone="bad">{t('people.disabled')}</StatusBadge>}
      <IconMenu
        label={t('people.actions', { name })}
        variant="default"
        size={30}
        disabled={isBeyond}
        loading={change.isPending || reset.isPending}
      >
        <MenuItem
          text={t('people.changeRoles')}
          onClick={() => setRoles(offered.map(({ value }) => value).filter((role) => person.roles.includes(role)))}
        />
        <MenuItem text={t('people.reset')} onClick={() => reset.mutate()} />
        <MenuItem
          text={disabled ? t('people.enable') : t('people.disable')}
          {...(disabled ? {} : { color: 'red' })}
          onClick={() => change.mutate({ disabled: !disabled })}
        />
      </IconMenu>
      <Dialog opened={roles !== null} onClose={() => setRoles(null)} title={name}>
        <Form
          sending={{ ...change, mutate: () => change.mutate({ roles: roles ?? [] }) }}
          submit={t('action.save')}
          disabled={roles === null || roles.length === 0}
        >
          <RolesField value={roles ?? []} onChange={setRoles} />
        </Form>
      </Dialog>
      <Dialog opened={reset.data !== undefined} onClose={reset.reset} title={t('people.reset')} size="lg">
        {reset.data !== undefined && (
          <ShownOnce
            title={name}
            text={t('people.linkText', { time: dateTime(reset.data.expires_at) })}
            secret={reset.data.link}
          />
        )}
      </Dialog>
    </Row>
  );
}

/** Invites a person; afterwards shows the link to hand over, which is the only time. */
function InviteForm() {
  const { t, dateTime } = useTexts('settings');
  const [field, invitation, { values }] = useFields(
    { email: '', name: '', roles: ['clinician'] as Role[] },
    (body) => api.POST('/api/v1/people', { body }),
    { changes, stays: () => true },
  );
  if (invitation.data !== undefined) {
    const { link, expires_at } = invitation.data;
    const text = t('people.linkText', { time: dateTime(expires_at) });
    const title = t('people.invited', { name: values.name });
    return <ShownOnce title={title} text={text} secret={link} />;
  }
  return (
    <Form sending={invitation} submit={t('people.invite')} disabled={values.roles.length === 0}>
      <TextInput label={t('people.name')} required data-autofocus maxLength={200} {...field('name')} />
      <TextInput label={t('people.email')} type="email" required maxLength={254} {...field('email')} />
      <RolesField {...field('roles')} />
    </Form>
  );
}

/** The roles of a person, with what each may do. Only an operator makes operators. */
function RolesField(props: { readonly value: readonly Role[]; readonly onChange: (roles: Role[]) => void }) {
  const { t } = useTexts('settings');
  const offered = useAccess().roles;
  const isOperator = useSession().scopes.includes('operator');
  return (
    <Checkboxes
      label={t('people.roles')}
      {...props}
      value={[...props.value]}
      onChange={(chosen) => props.onChange(offered.map(({ value }) => value).filter((role) => chosen.includes(role)))}
      required
      offered={offered.map((role) => {
        const isBeyond = role.value === 'operator' && !isOperator;
        return { ...role, ...(isBeyond && { description: t('roles.operatorOnly'), disabled: true }) };
      })}
    />
  );
}
