import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from '../../shared/error-note.tsx';
import { useFormat } from '../../shared/format.ts';
import { QueryState } from '../../shared/query-state.tsx';
import rows from '../../shared/rows.module.css';
import { Section } from '../../shared/section.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { endSession, sessionsQuery, signOutEverywhere } from './account-queries.ts';

/** Where this person is signed in, each ended alone or all at once. */
export function SessionsSection() {
  const { t } = useTranslation('settings');
  const { dateTime } = useFormat();
  const query = useQuery(sessionsQuery);
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: endSession,
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const everywhere = useMutation({ mutationFn: signOutEverywhere });
  return (
    <Section
      title={t('account.sessions')}
      actions={
        <Button size="xs" variant="default" loading={everywhere.isPending} onClick={() => everywhere.mutate()}>
          {t('account.everywhere')}
        </Button>
      }
    >
      {(end.error ?? everywhere.error) !== null && <ErrorNote error={end.error ?? everywhere.error} />}
      <QueryState query={query}>
        {(sessions) => (
          <ul className={rows.list}>
            {sessions.map((session) => (
              <li key={session.id} className={rows.row}>
                <div className={rows.main}>
                  <div className={rows.name}>{session.user_agent ?? t('account.unknownBrowser')}</div>
                  <div className={rows.details}>
                    {t('account.seenAt', { time: dateTime(Date.parse(session.last_seen_at)) })}
                  </div>
                </div>
                {session.current ? (
                  <StatusBadge tone="good">{t('account.thisOne')}</StatusBadge>
                ) : (
                  <Button
                    size="xs"
                    variant="default"
                    loading={end.isPending && end.variables === session.id}
                    onClick={() => end.mutate(session.id)}
                  >
                    {t('account.end')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Section>
  );
}
