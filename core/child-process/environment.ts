/** For what works on files of others: only what a program needs to start, since keys in the host's environment are no business of it. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot'];
  return Object.fromEntries(kept.map((name) => [name, process.env[name]]));
}

/** For programs of the user, which may need anything of the environment, but neither the host's own key nor those of vendors. */
export function environmentWithoutKeys(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSecret(name)));
}

/** As secrets are usually named. */
function isSecret(name: string): boolean {
  return /^(?:CHRONOSCRIBE|AWS)_|(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i.test(name);
}
