import { randomUUID } from 'node:crypto';

/** A new name for what comes with a request. What lies there and belongs to no run is deleted at a start. */
export function uploadBlob(): string {
  return `uploads/${randomUUID()}`;
}
