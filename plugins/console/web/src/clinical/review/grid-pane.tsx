import { Box, Flex, List, Select, Table, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../shared/action.tsx';
import { Dimmed } from '../../shared/dimmed.tsx';
import { useFields } from '../../shared/fields.ts';
import { Form } from '../../shared/form.tsx';
import { Citing, EvidenceList, EvidenceRow } from './evidence-row.tsx';
import type { Transcript } from './record-query.ts';
import { Spine } from './spine.tsx';
import { codesOf } from './take-back.ts';
import type { Editor } from './use-editor.ts';

const columns = ['level', 'findings', 'technique', 'pain'] as const;

/** The levels that were spoken of, as a picture and a table, with completeness and codes, each with its words. */
export function GridPane(props: { readonly record: Transcript; readonly editor: Editor }) {
  const { t } = useTranslation('clinical');
  const { grid = [], completeness } = props.record;
  const score = (value: number | null) => (value === null ? '–' : String(value));
  const body = grid.map((row) => [
    <div key="level">
      <Citing evidence={row.evidence}>{row.level}</Citing>
      {row.side !== null && <Dimmed size="xs">{t(`side.${row.side}`)}</Dimmed>}
    </div>,
    row.findings.map(({ element, value }) => `${element}: ${value}`).join('; '),
    row.adjusted ? (row.technique ?? t('grid.adjusted')) : t('grid.notAdjusted'),
    `${score(row.vas_before)} → ${score(row.vas_after)}`,
  ]);
  return (
    <Box p="1rem 1.25rem 3rem">
      <Flex wrap="wrap" gap="md">
        <Spine rows={grid} />
        <Box flex="1 1 20rem" miw={0}>
          {grid.length === 0 ? (
            <Text c="dimmed">{t('grid.empty')}</Text>
          ) : (
            <Table.ScrollContainer minWidth={380}>
              <Table verticalSpacing={6} data={{ head: columns.map((column) => t(`grid.${column}`)), body }} />
            </Table.ScrollContainer>
          )}
        </Box>
      </Flex>
      {completeness !== undefined && (
        <EvidenceList
          title={t('grid.completeness')}
          note={
            completeness.missing.length > 0 && (
              <Box mb="0.5rem" p="0.4rem 0.75rem" bdrs="md" bg="var(--cs-warn-soft)" c="var(--cs-warn)">
                {t('grid.missing')}
                <List size="sm" mt={4}>
                  {completeness.missing.map((each) => (
                    <List.Item key={each}>{each}</List.Item>
                  ))}
                </List>
              </Box>
            )
          }
        >
          {completeness.findings.map(({ element, value, evidence }) => (
            <EvidenceRow key={`${element} ${value}`} text={value} detail={element} evidence={evidence} />
          ))}
        </EvidenceList>
      )}
      <Codes {...props} />
    </Box>
  );
}

const systems = ['ICD-10-CM', 'CPT'] as const;

/** The codes, which are proposed, added and taken out; each shows the words that it rests on. */
function Codes({ record, editor }: Parameters<typeof GridPane>[0]) {
  const { t } = useTranslation('clinical');
  const codes = editor.pending.fields.codes ?? codesOf(record).codes ?? [];
  const change = (next: typeof codes) => editor.changeFields({ codes: next });
  const [field, add, { values }] = useFields(
    { system: 'ICD-10-CM' as (typeof systems)[number], code: '' },
    async ({ system, code }) => change([...codes, { system, code: code.trim().toUpperCase(), evidence: [] }]),
    { resets: ['code'] },
  );
  const typed = values.code.trim().toUpperCase();
  const isKnown = codes.some(({ system, code }) => system === values.system && code === typed);
  if (editor.readOnly && codes.length === 0) return null;
  return (
    <>
      <EvidenceList title={t('grid.codes')} note={<Dimmed mb={6}>{t('grid.codesText')}</Dimmed>}>
        {codes.map((each) => (
          <EvidenceRow
            key={`${each.system} ${each.code}`}
            text={each.code}
            detail={each.evidence?.length ? each.system : `${each.system} · ${t('grid.codeAdded')}`}
            evidence={each.evidence ?? []}
          >
            {!editor.readOnly && (
              <IconButton
                icon={IconX}
                label={t('grid.removeCode', each)}
                onClick={() => change(codes.filter((other) => other !== each))}
              />
            )}
          </EvidenceRow>
        ))}
      </EvidenceList>
      {!editor.readOnly && (
        <Box mt="xs">
          <Form sending={add} submit={t('grid.addCode')} icon={IconPlus} variant="light" disabled={isKnown} inline>
            <Select w="9rem" label={t('grid.system')} data={systems} allowDeselect={false} {...field('system')} />
            <TextInput
              w="9rem"
              label={t('grid.code')}
              placeholder={values.system === 'CPT' ? '98941' : 'M99.03'}
              required
              pattern="\s*[A-Za-z0-9][A-Za-z0-9.]{1,8}\s*"
              {...field('code')}
              error={isKnown && t('grid.codeKnown')}
            />
          </Form>
        </Box>
      )}
    </>
  );
}
