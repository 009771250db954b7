import { Button, Stack } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/dialog.tsx';
import { Empty } from '../../shared/empty.tsx';
import { Page } from '../../shared/page.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import rows from '../../shared/rows.module.css';
import { InviteForm } from './invite-form.tsx';
import { peopleQuery } from './people-queries.ts';
import { PersonRow } from './person-row.tsx';

/** The people who sign in here, and what they may do. */
export function PeoplePage() {
  const { t } = useTranslation('settings');
  const [inviting, setInviting] = useState(false);
  const query = useQuery(peopleQuery);
  const inviteButton = (
    <Button leftSection={<IconUserPlus size={17} aria-hidden />} onClick={() => setInviting(true)}>
      {t('people.invite')}
    </Button>
  );
  return (
    <Page title={t('people.title')} subtitle={t('people.subtitle')} actions={inviteButton}>
      <Dialog opened={inviting} onClose={() => setInviting(false)} title={t('people.invite')} size="lg">
        <InviteForm onDone={() => setInviting(false)} />
      </Dialog>
      <Stack gap="md">
        <QueryState query={query}>
          {(people) =>
            people.length === 0 ? (
              <Empty icon={IconUsers} title={t('people.empty')} text={t('people.emptyText')} />
            ) : (
              <ul className={rows.list}>
                {people.map((person) => (
                  <PersonRow key={person.id} person={person} />
                ))}
              </ul>
            )
          }
        </QueryState>
      </Stack>
    </Page>
  );
}
