/** How the child of the npm decoder says what was wrong: any other code is a crash. */
export const exitCodes = {
  /** No decoder for this format or codec. */
  unsupported: 3,
  /** Damaged, cut off, or without a sound track. */
  unreadable: 4,
} as const;
