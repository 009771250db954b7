/** @throws Error that names both claimants of one route, or of one name of a workflow or an extension */
export function refuseDuplicates(claims: readonly { readonly claimant: string; readonly name: string }[]): void {
  const clashes = [...Map.groupBy(claims, ({ name }) => name)].filter(([, claimed]) => claimed.length > 1);
  if (clashes.length === 0) return;
  const messages = clashes.map(([name, claimed]) => {
    const claimants = claimed.map(({ claimant }) => claimant);
    const change = name.includes('"') ? 'rename it' : 'change its path';
    const remove = new Set(claimants).size === 1 ? 'Remove' : 'Disable';
    return `${name} is declared by ${claimants.join(' and ')}. ${remove} one of them, or ${change}.`;
  });
  throw new Error(messages.join('\n'));
}
