/**
 * Where a model is fetched from. A mirror takes the place of the server, and of nothing else: with
 * `https://mirror.example/models`, `https://github.com/a/b.onnx` is fetched from `https://mirror.example/models/a/b.onnx`.
 */
export function addressOf(url: string, mirror: string | null): string {
  if (mirror === null) return url;
  const { pathname, search } = new URL(url);
  return `${mirror.replace(/\/+$/, '')}${pathname}${search}`;
}
