import { AmbientLight, DirectionalLight, HemisphereLight, type Light } from 'three';

// What the viewer and the tool that draws pictures have in common: the same model looks the same in both.

/** Behind models, where nobody asks for anything else. */
export const BACKGROUND = 0x8c9299;

/** Light from the sky, the ground and a sun at the front right. */
export function studioLights(): Light[] {
  const sun = new DirectionalLight(0xffffff, 1.3);
  sun.position.set(1.5, 3, 2.5);
  return [new HemisphereLight(0xffffff, 0x5c616a, 1.7), new AmbientLight(0xffffff, 0.25), sun];
}
