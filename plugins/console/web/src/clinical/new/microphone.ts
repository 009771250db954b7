/** Why this page gets no microphone; undefined if it can ask for one. */
export function microphoneHindrance(): 'insecure' | 'unsupported' | undefined {
  if (!window.isSecureContext) return 'insecure';
  if (navigator.mediaDevices === undefined || typeof MediaRecorder === 'undefined') return 'unsupported';
  return undefined;
}

/** The microphones of this computer. Their names are known once somebody has allowed one. */
export async function listMicrophones(): Promise<readonly { readonly id: string; readonly label: string }[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}

/** Opens a microphone for speech. @param id of `listMicrophones`; the system's choice without it */
export function openMicrophone(id: string | undefined): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: {
      channelCount: 1,
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
      ...(id === undefined ? {} : { deviceId: { exact: id } }),
    },
  });
}

/** A container that the host can read from its beginning on. */
export function recorderType(): string | undefined {
  return ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'].find((type) =>
    MediaRecorder.isTypeSupported(type),
  );
}

/** Measures how loud it is, from 0 to 1 over 60 dB. */
export function measureLevel(stream: MediaStream): { readonly read: () => number; readonly stop: () => void } {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    read: () => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      return Math.min(1, Math.max(0, 1 + (10 * Math.log10(power + 1e-12)) / 60));
    },
    stop: () => void context.close(),
  };
}
