import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where `test/services/temporal.sh` puts the server that it builds. */
export function temporalServer(): string {
  const cache = process.env.CHRONOSCRIBE_TEST_CACHE ?? join(homedir(), '.cache/chronoscribe-test-services');
  return join(cache, 'temporal-v1.30.4');
}
