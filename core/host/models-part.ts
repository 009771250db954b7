import { join } from 'node:path';
import type { Logger } from '../api/logger.ts';
import type { Configuration } from '../config/configuration.ts';
import { Models } from '../kinds/models.ts';
import { createModels } from '../models/models.ts';
import type { Part } from './part.ts';

/** Where a host keeps its models. */
export function modelsFolder({ data }: Pick<Configuration, 'data'>): string {
  return join(data, 'models');
}

/** The models on this machine as a part, so that providers need them in the same way as all else. */
export function modelsPart(configuration: Pick<Configuration, 'data' | 'models'>, log: Logger): Part {
  const name = 'host models';
  return {
    name,
    needs: {},
    provides: { models: Models },
    async create() {
      const { mirror } = configuration.models;
      return { models: createModels({ folder: modelsFolder(configuration), mirror, log: log.child({ part: name }) }) };
    },
    stop: async () => undefined,
    health: async () => undefined,
  };
}
