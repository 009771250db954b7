import { type Load, reading } from '../deed.ts';

/** What anybody may ask of a host. */
export const hostLoad: Load = Object.fromEntries(
  ['/health', '/ready', '/openapi.json', '/docs', '/metrics'].map((path) => [
    `GET ${path}`,
    { weight: 1, act: (practice) => reading(`GET ${path}`, practice, path) },
  ]),
);
