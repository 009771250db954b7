import { Select, type SelectProps } from '@mantine/core';

/** Not every browser counts UTC among the zones of the earth. */
const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** Chooses a time zone. There are hundreds, so the first that are meant by what is typed are shown. */
export const TimeZoneSelect = (props: SelectProps) => <Select data={zones} searchable limit={50} {...props} />;
