import { Instant } from 'chronoscribe/kinds/clock';
import { z } from 'zod';

/** The fields that several requests or responses share. */

export const Status = z.string().meta({ description: 'What was done, for people' });

export const TimelineId = z.string().min(1).max(200).meta({ description: 'The timeline; default `primary`' });

export const Location = z.string().max(1000).regex(/\S/, 'Name a place: it must not be blank');

export const AsOf = Instant.meta({ description: 'The state of the timeline at this real time; default now' });

export const pageFields = {
  limit: z.int().min(1).max(1000).optional().meta({ description: 'The most events that a page holds' }),
  cursor: z.string().optional().meta({ description: '`next_cursor` of the page before' }),
};

export const NextCursor = z
  .string()
  .optional()
  .meta({ description: 'Absent on the last page, and if no page was asked for' });
