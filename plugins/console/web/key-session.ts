import type { Connect, Plugin } from 'vite';

/** Answers `GET /api/v1/session` in development with an API key, so that nobody has to sign in. */
export function keySession(): Plugin {
  const answer: Connect.NextHandleFunction = (request, response, next) => {
    if (request.url !== '/api/v1/session' || request.method !== 'GET') return next();
    response.setHeader('content-type', 'application/json');
    const end = new Date(Date.now() + 12 * 3_600_000).toISOString();
    const rights = { roles: ['admin', 'clinician', 'developer'], scopes: ['time', 'clinical', 'admin'] };
    response.end(
      JSON.stringify({ person: null, account_id: 'default', ...rights, expires_at: end, idle_expires_at: end }),
    );
  };
  return {
    name: 'key-session',
    configureServer: (server) => void server.middlewares.use(answer),
    configurePreviewServer: (server) => void server.middlewares.use(answer),
  };
}
