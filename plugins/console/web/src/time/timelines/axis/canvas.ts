import type { Palette } from './scene.ts';

/** The drawing context of an opaque canvas that has as many pixels as the screen shows. */
export function prepared(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const ratio = window.devicePixelRatio;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) Object.assign(canvas, { width: wide, height: high });
  // What is opaque need not be blended with the page below it.
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('this browser offers no canvas');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

/** The colours that the theme has for an element now. */
export function paletteOf(element: HTMLElement): Palette {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: of('--mantine-color-text'),
    dimmed: of('--mantine-color-dimmed'),
    line: of('--cs-line'),
    event: of('--mantine-color-petrol-5'),
    cause: of('--mantine-color-dimmed'),
    accent: of('--mantine-color-anchor'),
    bad: of('--cs-bad'),
    warn: of('--cs-warn'),
    surface: of('--cs-surface'),
  };
}

export function drawTicks(
  context: CanvasRenderingContext2D,
  ticks: readonly { readonly x: number; readonly text: string }[],
  palette: Palette,
): void {
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.font = '12px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.fillStyle = palette.dimmed;
  context.strokeStyle = palette.dimmed;
  for (const { x, text } of ticks) {
    context.beginPath();
    context.moveTo(x, 20);
    context.lineTo(x, 28);
    context.stroke();
    const { width } = context.measureText(text);
    const rightmost = context.canvas.width / window.devicePixelRatio - width - 2;
    context.fillText(text, Math.min(rightmost, Math.max(2, x - width / 2)), 10);
  }
}
