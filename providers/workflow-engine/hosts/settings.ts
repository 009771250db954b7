/** A host that is not heard of for so long is taken for dead, in milliseconds; a step may keep the event loop busy for a good half of it. */
export const leaseMs = 30_000;

/** An update that takes a workflow from one host to another may take some minutes, in milliseconds. */
export const absenceMs = 300_000;
