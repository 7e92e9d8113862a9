/** How the page shows what the camera sees. */
import { type BoardState, isDetailed } from './state';
import type { Wish } from './terrainView';

const density = (): number => window.devicePixelRatio || 1;

/** The transform of the stage: whole device pixels, so that lines stay sharp. */
export function stageTransform({ driver, scale }: BoardState): string {
  const { camera, view, turned } = driver;
  const snap = (n: number): number => Math.round(n * density()) / density();
  const x = snap(view.width / 2 - camera.x * camera.scale);
  const y = snap(view.height / 2 - camera.y * camera.scale);
  return `translate(${x}px, ${y}px) scale(${camera.scale / scale})${turned ? ' rotate(90deg)' : ''}`;
}

/** The terrain that is to be painted. */
export function terrainWish({ driver, picture }: BoardState): Wish {
  const { scale } = driver.camera;
  return {
    tiles: picture.config.tiles,
    seen: driver.seen(0.3),
    scale,
    density: Math.min(2, density()),
    detail: isDetailed(scale),
  };
}
