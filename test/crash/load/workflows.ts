import { type Deed, type Load, reading, refused } from '../deed.ts';
import type { Practice } from '../practice.ts';

/** A change of what is not there, or does not wait. */
function vain(operation: string, key: string, path: string, refusals: readonly number[]): Deed {
  return refused({ operation, call: { method: 'POST', path, key, json: {} } }, refusals);
}

const notThere = [404, 422];

/** Looking at workflows, schedules and automations, of which the practice has none of its own. */
export const workflowLoad: Load = {
  ...Object.fromEntries(
    ['workflows', 'schedules', 'automations', 'automations/catalog'].map((what) => {
      const path = `/api/v1/${what}`;
      const keyOf = ({ key, adminKey }: Practice) => (what.startsWith('automations') ? adminKey : key);
      const operation = `GET ${path}`;
      return [
        operation,
        { weight: 1, act: (practice: Practice) => reading(operation, practice, path, { key: keyOf(practice) }) },
      ];
    }),
  ),
  ...Object.fromEntries(
    [
      ...['pause', 'resume', 'run', 'backfill'].map((what) => `schedules/{name}/${what}`),
      ...['test', 'outlook', 'run'].map((what) => `automations/{name}/${what}`),
    ].map((what) => {
      const operation = `POST /api/v1/${what}`;
      const path = `/api/v1/${what.replace('{name}', 'none')}`;
      return [operation, { weight: 1, act: ({ adminKey }: Practice) => vain(operation, adminKey, path, notThere) }];
    }),
  ),
  ...Object.fromEntries(
    (['PUT', 'DELETE'] as const).map((method) => {
      const operation = `${method} /api/v1/automations/{name}`;
      const call = { method, path: '/api/v1/automations/none', json: {} };
      const act = ({ adminKey: key }: Practice) => refused({ operation, call: { ...call, key } }, notThere);
      return [operation, { weight: 1, act }];
    }),
  ),
  // No workflow of the practice has a query.
  'GET /api/v1/runs/{id}/queries/{name}': {
    weight: 1,
    act({ runs, key }, random) {
      const ids = [...runs.keys()];
      if (ids.length === 0) return undefined;
      const call = { method: 'GET', path: `/api/v1/runs/${random.one(ids)}/queries/none`, key } as const;
      return refused({ operation: 'GET /api/v1/runs/{id}/queries/{name}', call }, [404]);
    },
  },
  // Only what a schedule started is repeated.
  'POST /api/v1/runs/{id}/repeat': {
    weight: 1,
    act({ runs, key }, random) {
      const ids = [...runs.keys()];
      if (ids.length === 0) return undefined;
      return vain('POST /api/v1/runs/{id}/repeat', key, `/api/v1/runs/${random.one(ids)}/repeat`, [404, 409]);
    },
  },
  // Of a workflow that nobody has, so that no run of the book is touched.
  ...Object.fromEntries(
    ['retry', 'cancel'].map((what) => {
      const path = `/api/v1/runs/${what}`;
      const call = { method: 'POST', json: { workflow: 'none' } };
      return [
        `POST ${path}`,
        { weight: 1, act: (practice: Practice) => reading(`POST ${path}`, practice, path, call) },
      ];
    }),
  ),
  'POST /api/v1/runs/{id}/signals/{name}': {
    weight: 1,
    act({ runs, key }, random) {
      const ids = [...runs.keys()];
      if (ids.length === 0) return undefined;
      const path = `/api/v1/runs/${random.one(ids)}/signals/approved`;
      return vain('POST /api/v1/runs/{id}/signals/{name}', key, path, [404, 409]);
    },
  },
};
