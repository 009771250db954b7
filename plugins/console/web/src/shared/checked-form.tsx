import { Input } from '@mantine/core';
import { type ComponentProps, type SyntheticEvent, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Fault = 'missing' | 'email' | 'url' | 'range' | 'other';

const fields = 'input, textarea, select';

/** A form that says at each field what is wrong with it, in the language of the page, where browsers show a bubble. */
export function CheckedForm({ children, ...props }: ComponentProps<'form'>) {
  const [faults, setFaults] = useState<ReadonlyMap<Field, Fault>>(new Map());
  const onInvalidCapture = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = fieldOf(event);
    if (field === undefined) return;
    setFaults((now) => new Map(now).set(field, faultOf(field)));
    // The browser tells of all of them, one by one.
    const invalid = [...event.currentTarget.querySelectorAll(fields)].find((each) => each.matches(':invalid'));
    if (invalid === field) field.focus();
  };
  const onInputCapture = (event: SyntheticEvent) => {
    const field = fieldOf(event);
    if (field !== undefined) setFaults((now) => new Map([...now].filter(([each]) => each !== field)));
  };
  return (
    <form {...props} {...{ onInvalidCapture, onInputCapture }}>
      {children}
      {[...faults].map(([field, fault], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields keep their order
        <FaultAt key={at} field={field} fault={fault} />
      ))}
    </form>
  );
}

function FaultAt({ field, fault }: { readonly field: Field; readonly fault: Fault }) {
  const { t } = useTranslation();
  const id = useId();
  useEffect(() => {
    const described = field.getAttribute('aria-describedby');
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', described === null ? id : `${described} ${id}`);
    return () => {
      field.removeAttribute('aria-invalid');
      if (described === null) field.removeAttribute('aria-describedby');
      else field.setAttribute('aria-describedby', described);
    };
  }, [field, id]);
  const place = field.closest('.mantine-InputWrapper-root') ?? field.parentElement;
  const { min = '', max = '' } = field instanceof HTMLInputElement ? field : {};
  return (
    place &&
    createPortal(
      <Input.Error id={id} mt="0.3rem">
        {t(`invalid.${fault}`, { min, max })}
      </Input.Error>,
      place,
    )
  );
}

function fieldOf({ target }: SyntheticEvent): Field | undefined {
  return target instanceof HTMLElement && target.matches(fields) ? (target as Field) : undefined;
}

function faultOf({ validity, type }: Field): Fault {
  if (validity.valueMissing) return 'missing';
  if (validity.rangeUnderflow || validity.rangeOverflow) return 'range';
  return validity.typeMismatch && (type === 'email' || type === 'url') ? type : 'other';
}
