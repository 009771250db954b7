import { type Load, reading } from '../deed.ts';

/** What the host itself answers. */
export const hostLoad: Load = Object.fromEntries(
  ['/health', '/ready', '/openapi.json', '/docs', '/metrics'].map((path) => [
    `GET ${path}`,
    // Metrics are for operators.
    { weight: 1, act: (practice) => reading(`GET ${path}`, practice, path, { key: practice.adminKey }) },
  ]),
);
