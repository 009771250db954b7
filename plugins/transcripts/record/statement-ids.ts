interface Statement {
  readonly id: string;
}

interface Numbered<S extends Statement> {
  readonly sections: readonly { readonly name: string; readonly statements: readonly S[] }[];
  /** The highest number that was ever given, or less if that was not stored. */
  readonly lastStatement: number;
}

/** The content with an id for each statement that has none: `n1`, `n2`, …, never one that was given before. */
export function withStatementIds<S extends Statement, Content extends Numbered<S>>(content: Content): Content {
  const given = content.sections.flatMap(({ statements }) => statements.map(({ id }) => Number(id.slice(1)) || 0));
  let lastStatement = given.reduce((highest, number) => Math.max(highest, number), content.lastStatement);
  const identified = (statement: S): S => {
    if (statement.id !== '') return statement;
    lastStatement += 1;
    return { ...statement, id: `n${lastStatement}` };
  };
  const sections = content.sections.map((section) => ({ ...section, statements: section.statements.map(identified) }));
  return { ...content, sections, lastStatement };
}

/** The sections without ids, so that each statement of a new note gets one of its own. */
export function withoutStatementIds<S extends Statement, Section extends { readonly statements: readonly S[] }>(
  sections: readonly Section[],
): readonly Section[] {
  return sections.map((section) => ({
    ...section,
    statements: section.statements.map((each) => ({ ...each, id: '' })),
  }));
}
