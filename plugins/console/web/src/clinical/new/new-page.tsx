import { Paper, Tabs } from '@mantine/core';
import { IconFileUpload, IconMicrophone } from '@tabler/icons-react';
import { Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMayChange } from '../../session/may-change.tsx';
import { notifyError } from '../../shared/action.tsx';
import { Page } from '../../shared/page.tsx';
import classes from './new.module.css';
import { RecordPanel } from './record-panel.tsx';
import { describeRecording, useRecorder } from './recorder.ts';
import { Unfinished } from './unfinished.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { type NewVisit, settingsOf, useNewVisit, VisitForm, visitOfSettings } from './visit-form.tsx';

/** A new visit: what is known of it, then its sound, by recording or from files. */
export function NewPage() {
  const { t } = useTranslation('clinical');
  const [visit, setVisit, forget] = useNewVisit();
  const { phase, id, canMark } = useRecorder();
  const change = (next: NewVisit) => {
    setVisit(next);
    if (id !== undefined) void describeRecording(id, settingsOf(next)).catch(notifyError);
  };
  if (!useMayChange('clinical')) return <Navigate to="/clinical/today" replace />;
  return (
    <Page title={t('today.newVisit')} subtitle={t('new.subtitle')}>
      <Unfinished onGoOn={({ settings }) => setVisit(visitOfSettings(settings))} />
      <div className={classes.columns}>
        <Tabs defaultValue="record" variant="default" keepMounted>
          <Tabs.List mb="md">
            <Tabs.Tab value="record" leftSection={<IconMicrophone size={16} aria-hidden />}>
              {t('new.record')}
            </Tabs.Tab>
            <Tabs.Tab value="files" leftSection={<IconFileUpload size={16} aria-hidden />}>
              {t('new.files')}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="record">
            <RecordPanel visit={visit} onVisit={setVisit} onFinished={forget} />
          </Tabs.Panel>
          <Tabs.Panel value="files">
            <UploadPanel visit={visit} />
          </Tabs.Panel>
        </Tabs>
        <Paper className={classes.card} withBorder>
          <VisitForm
            value={visit}
            onChange={change}
            isRecorded={phase !== 'idle'}
            disabled={phase === 'finishing' || (phase !== 'idle' && !canMark)}
          />
        </Paper>
      </div>
    </Page>
  );
}
