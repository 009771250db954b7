import { Select, SimpleGrid, TextInput } from '@mantine/core';
import type { Body } from '../shared/api.ts';
import { useTexts } from '../shared/i18n.ts';

export type Patch = NonNullable<Body<'/api/v1/transcripts/{id}', 'patch'>>;
export type Patient = NonNullable<Patch['patient']>;
export type Visit = NonNullable<Patch['visit']>;

const empty = {
  ...{ name: '', identifier: '', birth_date: '', sex: '' },
  ...{ date: '', clinician: '', location: '', reason: '' },
};

/** The fields of a patient and a visit as people write them; empty texts are fields that are not known. */
export type VisitFields = Readonly<typeof empty>;

const sexes = ['female', 'male', 'other', 'unknown'] as const;

export function fieldsOf(patient: Patient | null, visit: Visit | null): VisitFields {
  const { id: _, ...known } = patient ?? {};
  return { ...empty, ...known, ...visit, date: visit?.date?.slice(0, 10) ?? '' };
}

/** The patient of the fields; null if none of them is filled in. */
export function patientOf({ name, identifier, birth_date, sex }: VisitFields, before?: Patient | null): Patient | null {
  const known = sexes.find((each) => each === sex);
  const patient = {
    ...(before?.id === undefined ? {} : { id: before.id }),
    ...filled({ name, identifier, birth_date }),
    ...(known === undefined ? {} : { sex: known }),
  };
  return Object.keys(patient).length === 0 ? null : patient;
}

/** The visit of the fields; null if none of them is filled in. */
export function visitOf({ date, clinician, location, reason }: VisitFields): Visit | null {
  const visit = filled({ date, clinician, location, reason });
  return Object.keys(visit).length === 0 ? null : visit;
}

function filled<Name extends string>(fields: Readonly<Record<Name, string>>): { [Each in Name]?: string } {
  // Object.fromEntries forgets the names.
  return Object.fromEntries(
    Object.entries<string>(fields).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  ) as { [Each in Name]?: string };
}

/** Inputs for a patient and a visit. */
export function VisitInputs(props: { readonly value: VisitFields; readonly onChange: (value: VisitFields) => void }) {
  const { t } = useTexts('clinical');
  const { value, onChange } = props;
  const text = (field: keyof VisitFields, type = 'text') => (
    <TextInput
      label={t(`visit.${field}`)}
      type={type}
      maxLength={200}
      autoComplete="off"
      value={value[field]}
      onChange={(event) => onChange({ ...value, [field]: event.currentTarget.value })}
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
      {text('name')}
      {text('identifier')}
      {text('birth_date', 'date')}
      <Select
        label={t('visit.sex')}
        clearable
        data={sexes.map((sex) => ({ value: sex, label: t(`sex.${sex}`) }))}
        value={value.sex === '' ? null : value.sex}
        onChange={(sex) => onChange({ ...value, sex: sex ?? '' })}
      />
      {text('date', 'date')}
      {text('reason')}
      {text('clinician')}
      {text('location')}
    </SimpleGrid>
  );
}
