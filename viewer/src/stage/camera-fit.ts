import { type Box3, PerspectiveCamera, Vector3 } from 'three';

export type View = 'front' | 'side' | 'top' | 'iso';

/** From the model to the camera. */
const directions: Readonly<Record<View, Vector3>> = {
  front: new Vector3(0, 0.12, 1),
  side: new Vector3(1, 0.12, 0),
  top: new Vector3(0, 1, 0.001),
  iso: new Vector3(0.8, 0.5, 1),
};

export function studioCamera(): PerspectiveCamera {
  return new PerspectiveCamera(28, 1, 0.001, 10_000);
}

/** Moves the camera so near that a box is just in sight, with a margin for motion. */
export function fitCamera(camera: PerspectiveCamera, bounds: Box3, view: View): void {
  fitCameraAlong(camera, bounds, directions[view]);
}

/** The same, looking from a direction. */
export function fitCameraAlong(camera: PerspectiveCamera, bounds: Box3, direction: Vector3): void {
  const center = bounds.getCenter(new Vector3());
  const half = bounds.getSize(new Vector3()).multiplyScalar(0.57);
  camera.position.copy(center).add(direction);
  camera.lookAt(center);
  const vertical = Math.tan((camera.fov * Math.PI) / 360);
  const horizontal = vertical * camera.aspect;
  let distance = 0;
  for (let corner = 0; corner < 8; corner++) {
    const signs = new Vector3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
    const { x, y, z } = signs.multiply(half).applyQuaternion(camera.quaternion.clone().invert());
    distance = Math.max(distance, z + Math.abs(x) / horizontal, z + Math.abs(y) / vertical);
  }
  camera.position.copy(center).addScaledVector(direction.clone().normalize(), distance);
  camera.near = distance / 100;
  camera.far = distance * 20;
  camera.updateProjectionMatrix();
}
