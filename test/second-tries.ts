import type { Reporter, TestModule } from 'vitest/node';

/** Names the tests that passed only when they were run again: each is a fault, of the test or of what it tests. */
export class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const names = modules.flatMap(({ relativeModuleId, children }) =>
      [...children.allTests()]
        .filter((test) => test.diagnostic()?.flaky === true)
        .map(({ fullName }) => `  ${relativeModuleId} > ${fullName}`),
    );
    if (names.length > 0) process.stdout.write(`\nPassed on the second try, to be looked into:\n${names.join('\n')}\n`);
  }
}
