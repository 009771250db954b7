import { Tooltip } from '@mantine/core';

/** What an icon means, where somebody points at it. */
export default Tooltip;
