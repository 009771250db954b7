import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Page } from '../../shared/page.tsx';
import { Section } from '../../shared/section.tsx';
import classes from '../settings.module.css';
import { BackupSection } from './backup-section.tsx';

const commands = {
  restore: 'npx chronoscribe import /mnt/backups/FILE.tar',
  retention: 'plugins:\n  transcripts: { with: { keepDays: 3650 } }\n  documents: { with: { keepDays: 3650 } }',
} as const;

/** Backup, restoring and retention. The last two belong to the machine: this names what is typed there. */
export function DataPage() {
  const { t } = useTranslation('settings');
  return (
    <Page title={t('data.title')} subtitle={t('data.subtitle')}>
      <Stack gap="xl">
        <BackupSection />
        {(['restore', 'retention'] as const).map((topic) => (
          <Section key={topic} title={t(`data.${topic}`)}>
            <Stack gap="sm" className={classes.card}>
              <Text size="sm">{t(`data.${topic}Text`)}</Text>
              <pre className={classes.command}>{commands[topic]}</pre>
            </Stack>
          </Section>
        ))}
      </Stack>
    </Page>
  );
}
