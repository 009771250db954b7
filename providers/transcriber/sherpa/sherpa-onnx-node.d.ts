/**
 * The part of sherpa-onnx that is used here: the package declares no types (node_modules/sherpa-onnx-node/types.js
 * describes them).
 */
declare module 'sherpa-onnx-node' {
  interface Waveform {
    readonly samples: Float32Array;
    readonly sampleRate: number;
  }

  interface Threads {
    readonly numThreads: number;
    readonly debug: 0 | 1;
  }

  interface Vad {
    acceptWaveform(samples: Float32Array): void;
    isEmpty(): boolean;
    isDetected(): boolean;
    /** `enableExternalBuffer`: false copies. */
    front(enableExternalBuffer: boolean): { readonly start: number; readonly samples: Float32Array };
    pop(): void;
    /** Ends the current stretch of speech. */
    flush(): void;
  }

  interface WhisperConfig {
    readonly encoder: string;
    readonly decoder: string;
    /** Whisper's code; empty: to be detected. */
    readonly language: string;
    readonly task: 'transcribe';
    readonly tailPaddings: number;
    readonly enableSegmentTimestamps: 0 | 1;
  }

  interface RecognizerConfig {
    readonly featConfig: { readonly sampleRate: number; readonly featureDim: number };
    readonly modelConfig: Threads & { readonly tokens: string } & (
        | { readonly whisper: WhisperConfig }
        | {
            readonly transducer: { readonly encoder: string; readonly decoder: string; readonly joiner: string };
            readonly modelType: 'nemo_transducer' | 'transducer';
          }
      );
  }

  interface OfflineStream {
    acceptWaveform(waveform: Waveform): void;
  }

  interface OfflineRecognizer {
    createStream(): OfflineStream;
    setConfig(config: RecognizerConfig): void;
    decodeAsync(stream: OfflineStream): Promise<unknown>;
  }

  interface EmbeddingStream extends OfflineStream {
    inputFinished(): void;
  }

  interface SpeakerEmbeddingExtractor {
    createStream(): EmbeddingStream;
    isReady(stream: EmbeddingStream): boolean;
    compute(stream: EmbeddingStream, enableExternalBuffer: boolean): Float32Array;
  }

  interface OfflineSpeakerDiarization {
    /** Seconds; undefined if nobody speaks. */
    process(
      samples: Float32Array,
    ): readonly { readonly start: number; readonly end: number; readonly speaker: number }[] | undefined;
  }

  interface OnlinePunctuation {
    /** Adds marks and capitals to the words of a text, which is split at white space. */
    addPunct(text: string): string;
  }

  const sherpa: {
    readonly version: string;
    readonly OnlinePunctuation: new (config: {
      readonly model: Threads & { readonly cnnBilstm: string; readonly bpeVocab: string };
    }) => OnlinePunctuation;
    readonly Vad: new (
      config: Threads & {
        readonly sampleRate: number;
        /** Durations in seconds, the window in samples. */
        readonly sileroVad: {
          readonly model: string;
          readonly threshold: number;
          readonly minSilenceDuration: number;
          readonly minSpeechDuration: number;
          readonly maxSpeechDuration: number;
          readonly windowSize: number;
        };
      },
      bufferSizeInSeconds: number,
    ) => Vad;
    readonly OfflineRecognizer: { createAsync(config: RecognizerConfig): Promise<OfflineRecognizer> };
    readonly SpeakerEmbeddingExtractor: new (config: Threads & { readonly model: string }) => SpeakerEmbeddingExtractor;
    readonly OfflineSpeakerDiarization: new (config: {
      readonly segmentation: Threads & { readonly pyannote: { readonly model: string } };
      readonly embedding: Threads & { readonly model: string };
      /** -1: as many as `threshold`, a cosine distance, leaves apart. */
      readonly clustering: { readonly numClusters: number; readonly threshold: number };
      readonly minDurationOn: number;
      readonly minDurationOff: number;
    }) => OfflineSpeakerDiarization;
  };
  export default sherpa;
}
