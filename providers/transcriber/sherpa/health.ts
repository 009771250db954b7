import { type Health, type Models, Problem } from 'chronoscribe';
import type { ModelPackage } from 'chronoscribe/types';
import { missingModels, missingNativeLibrary, pullCommand } from 'chronoscribe/voices';
import type { WhisperSettings } from './model-packages.ts';
import { selectModels } from './models.ts';

/** Whether a recording can be recognised without a download. */
export async function isReady(settings: WhisperSettings, models: Models): Promise<boolean> {
  if (missingNativeLibrary() !== null) return false;
  const choice = await selectModels(settings).catch(noModel);
  return choice !== null && (await missingModels(models, choice.required)).length === 0;
}

/** Looks for files and loads nothing. Never `failed`: without a recogniser the host still takes transcripts. */
export async function healthOf(settings: WhisperSettings, models: Models): Promise<Health> {
  const lack = missingNativeLibrary();
  if (lack !== null) return { status: 'degraded', ...lack };
  try {
    const { name, required, optional } = await selectModels(settings);
    const missing = await missingModels(models, required);
    const voiceless = await missingModels(models, optional);
    if (missing.length > 0) {
      const when = settings.autoDownload ? ' They are fetched with the first recording.' : '';
      return {
        status: 'degraded',
        detail: `Models of the speech recogniser are not on this machine: ${namesOf(missing)}.${when}`,
        hint: `Run \`${pullCommand([...missing, ...voiceless])}\`.`,
      };
    }
    if (voiceless.length > 0) {
      const detail = `The model is ${name}. Speakers are not told apart: ${namesOf(voiceless)} not on this machine.`;
      return { status: 'ok', detail, hint: `Run \`${pullCommand(voiceless)}\`.` };
    }
    return { status: 'ok', detail: `The model is ${name}.` };
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    return { status: 'degraded', detail: thrown.detail, hint: 'Correct the setting `model` of the transcriber.' };
  }
}

function namesOf(models: readonly ModelPackage[]): string {
  return models.map(({ name }) => name).join(', ');
}

function noModel(thrown: unknown): null {
  if (thrown instanceof Problem) return null;
  throw thrown;
}
