import { Box, Card, Group, Stack, Tabs } from '@mantine/core';
import { IconDownload, IconFileUpload, IconMicrophone, IconMicrophoneOff, IconWaveSine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useMayChange, useSession } from '../../session/session.ts';
import { LinkButton, RowButton } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.ts';
import { IconTab } from '../../shared/menu.tsx';
import { Notice, Page } from '../../shared/page.tsx';
import classes from './new.module.css';
import { RecordPanel } from './record-panel.tsx';
import { discardRecording, finishAtHost, finishRecording, startRecording, useRecorder } from './recorder.ts';
import { listRecordings, putRecording, type StoredRecording } from './recording-storage.ts';
import { UploadPanel } from './upload-panel.tsx';
import { useNewVisit, VisitForm, visitOfSettings } from './visit-form.tsx';

/** A new visit: what is known of it, then its sound, by recording or from files. */
export function NewPage() {
  const { t } = useTexts('clinical');
  if (!useMayChange('clinical')) return <Navigate to="/clinical/today" replace />;
  return (
    <Page title={t('today.newVisit')} subtitle={t('new.subtitle')}>
      <Readiness />
      <Unfinished />
      <div className={classes.columns}>
        <Tabs defaultValue="record" variant="default" keepMounted>
          <Tabs.List mb="md">
            <IconTab value="record" icon={IconMicrophone}>
              {t('new.record')}
            </IconTab>
            <IconTab value="files" icon={IconFileUpload}>
              {t('new.files')}
            </IconTab>
          </Tabs.List>
          <Tabs.Panel value="record">
            <RecordPanel />
          </Tabs.Panel>
          <Tabs.Panel value="files">
            <UploadPanel />
          </Tabs.Panel>
        </Tabs>
        <Card p="1.5rem">
          <VisitForm />
        </Card>
      </div>
    </Page>
  );
}

/** Tells who runs the host, before anybody speaks, that nothing would write down what is said. */
function Readiness() {
  const { t } = useTexts('clinical');
  const isOperator = useSession().scopes.includes('operator');
  const parts = useQuery({ queryKey: ['admin', 'parts'], queryFn: () => api.GET('/admin/parts'), enabled: isOperator });
  const missing = parts.data?.items.find(({ name, status }) => name.startsWith('transcriber') && status !== 'ok');
  return (
    missing && (
      <Box mb="lg">
        <Notice tone="warn" icon={IconMicrophoneOff} title={t('new.notReady')}>
          {missing.detail}
          <LinkButton to="/settings/models" size="xs" variant="default" icon={IconDownload}>
            {t('new.getModels')}
          </LinkButton>
        </Notice>
      </Box>
    )
  );
}

/** Recordings that a closed tab or a dead battery left: go on, finish, or discard each. */
function Unfinished() {
  const { account_id: account } = useSession();
  const { phase, id: active } = useRecorder();
  const { recording: wanted } = useSearch({ from: '/signed-in/clinical/new' });
  const { data } = useQuery({
    queryKey: ['stored recordings', account, phase, wanted],
    queryFn: async () => {
      const here = await listRecordings(account);
      return wanted === undefined || here.some(({ liveId }) => liveId === wanted)
        ? here
        : [...here, await elsewhere(wanted, account)];
    },
    staleTime: 0,
  });
  const left = (data ?? []).filter(({ id }) => id !== active);
  if (left.length === 0 || phase !== 'idle') return null;
  return (
    <Stack gap="sm" mb="lg">
      {left.map((recording) => (
        <UnfinishedRecording key={recording.id} recording={recording} />
      ))}
    </Stack>
  );
}

/** A recording that was begun in another browser: its sound is at the host, and this browser can go on with it. */
async function elsewhere(liveId: string, account: string): Promise<StoredRecording> {
  const live = await api.GET('/api/v1/transcripts/live/{id}', { id: liveId });
  // Nobody here knows them, so they are not to be sent.
  const settings = { form: live.form };
  const begun = { account, startedAt: live.createdAt, settings, sentSettings: settings };
  return { id: live.id, ...begun, liveId, offset: live.bytes };
}

function UnfinishedRecording({ recording }: { readonly recording: StoredRecording }) {
  const { t, dateTime } = useTexts('clinical');
  const navigate = useNavigate();
  const changes = ['stored recordings'];
  const { id, liveId, settings } = recording;
  const [, fillIn] = useNewVisit();
  const goOn = async () => {
    await putRecording(recording);
    await startRecording(undefined, { goOn: id });
    fillIn(visitOfSettings(settings));
  };
  const finish = async () => {
    await (id === liveId ? finishAtHost(liveId) : finishRecording(id));
    await navigate({ to: '/clinical/today' });
  };
  const discard = () => putRecording(recording).then(() => discardRecording(id));
  return (
    <Notice tone="warn" icon={IconWaveSine} title={t('new.unfinished')}>
      <Stack gap="sm">
        {t('new.unfinishedText', {
          name: settings.patient?.name ?? t('today.unnamed'),
          time: dateTime(recording.startedAt),
        })}
        <Group gap="xs">
          <RowButton text={t('new.goOn')} variant="filled" action={goOn} changes={changes} />
          <RowButton text={t('new.finish')} action={finish} changes={changes} />
          <RowButton text={t('today.discard')} variant="subtle" color="red" action={discard} changes={changes} />
        </Group>
      </Stack>
    </Notice>
  );
}
