import { Button, Popover, Select, Stack, TextInput } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SpeakerChange } from './pending-changes.ts';
import type { Speaker } from './record-query.ts';
import classes from './transcript.module.css';

const roles = ['clinician', 'patient', 'other', 'unknown'] as const;

/** Who speaks, with names and roles that can be corrected. */
export function SpeakersBar(props: {
  readonly speakers: readonly Speaker[];
  readonly readOnly: boolean;
  readonly onChange: (speaker: string, change: SpeakerChange) => void;
}) {
  const { t } = useTranslation('clinical');
  return (
    <div className={classes.speakers}>
      {props.speakers.map(({ speaker, name, role }) => (
        <Popover key={speaker} position="bottom-start" shadow="md" width={260} trapFocus>
          <Popover.Target>
            <Button
              size="compact-sm"
              variant="default"
              disabled={props.readOnly}
              leftSection={<IconUser size={14} aria-hidden />}
              className={classes.speakerChip}
              data-role={role}
            >
              {name ?? speaker} · {t(`role.${role}`)}
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <Stack gap="sm">
              <TextInput
                label={t('review.speakerName')}
                placeholder={speaker}
                defaultValue={name ?? ''}
                onBlur={(event) => {
                  const next = event.currentTarget.value.trim() || null;
                  if (next !== name) props.onChange(speaker, { name: next });
                }}
              />
              <Select
                label={t('review.speakerRole')}
                allowDeselect={false}
                comboboxProps={{ withinPortal: false }}
                data={roles.map((each) => ({ value: each, label: t(`role.${each}`) }))}
                value={role}
                onChange={(next) => {
                  const chosen = roles.find((each) => each === next);
                  if (chosen !== undefined) props.onChange(speaker, { role: chosen });
                }}
              />
            </Stack>
          </Popover.Dropdown>
        </Popover>
      ))}
    </div>
  );
}
