import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFileText, IconTimeline } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { ErrorNote } from '../../shared/error-note.tsx';
import { LinkButton } from '../../shared/link-button.tsx';
import { makeSampleVisit } from '../sample-visit.ts';

/** Something to try everything on, for those who have nothing of their own here yet. */
export function Samples() {
  const { t } = useTranslation('clinical');
  const { scopes } = useSession();
  const navigate = useNavigate();
  const visit = useMutation({
    mutationFn: () => makeSampleVisit(t('sample.patient')),
    onSuccess: (id) => navigate({ to: '/clinical/notes/$id', params: { id } }),
  });
  return (
    <Stack gap="sm" align="center">
      <Text size="sm" c="dimmed" ta="center">
        {t('sample.offer')}
      </Text>
      <Group justify="center" gap="xs">
        <Button
          variant="default"
          leftSection={<IconFileText size={17} aria-hidden />}
          loading={visit.isPending}
          onClick={() => visit.mutate()}
        >
          {t('sample.visit')}
        </Button>
        {scopes.includes('time') && (
          <LinkButton to="/time/timelines" variant="default" leftSection={<IconTimeline size={17} aria-hidden />}>
            {t('sample.history')}
          </LinkButton>
        )}
      </Group>
      {visit.error !== null && <ErrorNote error={visit.error} onRetry={() => visit.mutate()} />}
    </Stack>
  );
}
