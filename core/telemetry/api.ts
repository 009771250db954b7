/** Loads the API of OpenTelemetry, which openworkflow asks for when the first run is submitted. */
export async function loadTelemetryApi(): Promise<void> {
  await import('@opentelemetry/api');
}
