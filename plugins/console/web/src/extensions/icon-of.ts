import type { Icon } from '@tabler/icons-react';
import type { Part } from './extensions.ts';
import * as icons from './icons.ts';

// biome-ignore lint/performance/noDynamicNamespaceImportAccess: a plugin may use each of them
export const iconOf = ({ icon }: Part): Icon => icons[icon];
