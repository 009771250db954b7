import { Select, type SelectProps } from '@mantine/core';

/** Chooses a time zone. There are hundreds, so the first that are meant by what is typed are shown. */
export const TimeZoneSelect = (props: SelectProps) => (
  <Select data={Intl.supportedValuesOf('timeZone')} searchable limit={50} {...props} />
);
