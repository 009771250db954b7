import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take minutes, since they mostly wait: begun last, they would be waited for alone. */
const longest = [
  'test/console/whole.slow',
  'test/cluster/automations.slow',
  'test/crash/crash.slow',
  'test/live/live.slow',
  'test/injection/orders.slow',
  'providers/workflow-engine/postgres/postgres.slow',
  'test/ledger/model.slow',
  'test/packaging.slow',
  'providers/store/archive/moving.slow',
  'test/clock-jumps.slow',
  'test/privacy/privacy.slow',
  'test/crash/storage/damaged-files.slow',
  'plugins/transcripts/long-transcripts.slow',
  'test/crash/steps.slow',
  'plugins/ehr/ehr.slow',
  'test/moving/under-load.slow',
  'plugins/transcripts/sound/decoders.slow',
  'test/crash/ledger.slow',
  'core/cli/models.slow',
  'test/console/operation.slow',
  'test/console/clinician.slow',
  'test/console/time.slow',
  'test/clock-per-process.slow',
  'test/billing.slow',
] as const;

/** Begins with the files that take longest, then the other slow ones: https://vitest.dev/config/sequence */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  const at = longest.findIndex((path) => moduleId.includes(path));
  if (at >= 0) return at;
  return project.name === 'slow' ? longest.length : longest.length + 1;
}
