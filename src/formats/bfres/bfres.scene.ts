import { type Issue, issue } from '../../issue.ts';
import { replaceOddNumbers } from '../../scene/finite-numbers.ts';
import { type Conversion, emptyScene, type Scene, type SourceFile } from '../../scene/scene.ts';
import { clipOf, type SkeletalAnimView, scaledBones } from './animation.scene.ts';
import { addMaterials, type FindTexture } from './material.scene.ts';
import { sceneIssues } from './scene.issues.ts';
import { addShapes } from './shape.scene.ts';
import { addShapeAnims, type ShapeAnimView } from './shape-animation.scene.ts';
import { addSkeleton, freeName } from './skeleton.scene.ts';
import type { ModelView } from './view.ts';
import { addVisibility, type VisibilityAnimView } from './visibility.scene.ts';

/** What a scene is made of. */
export interface SceneParts {
  readonly model: ModelView;
  readonly skeletalAnims: readonly SkeletalAnimView[];
  readonly visibilityAnims: readonly VisibilityAnimView[];
  readonly shapeAnims: readonly ShapeAnimView[];
  /** Animations that no scene can show, as JSON by kind. */
  readonly otherAnims: Readonly<Record<string, readonly unknown[]>>;
  readonly sources: readonly SourceFile[];
  readonly findTexture: FindTexture;
}

export interface SceneOptions {
  /** Frames per second of animations. */
  readonly fps: number;
  /** How many metres a unit is. */
  readonly scale: number;
}

/** A model with all its levels of detail, its materials and its animations. */
export function toScene(parts: SceneParts, options: SceneOptions): Conversion<Scene> {
  const { model, skeletalAnims } = parts;
  const scene = emptyScene(model.name);
  scene.sources = [...parts.sources];
  const scaled = new Set(skeletalAnims.flatMap((anim) => scaledBones(anim, model.skeleton.bones)));
  for (const [b, { scale }] of model.skeleton.bones.entries()) {
    if (Array.from(scale).some((factor) => factor !== 1)) scaled.add(b);
  }
  const rig = addSkeleton(scene, model, scaled);
  if (options.scale !== 1) {
    const { scale } = options;
    scene.nodes[rig.root]!.scale = [scale, scale, scale];
  }
  const issues = addMaterials(scene, model.materials, parts.findTexture);
  issues.push(...addShapes(scene, rig, model));
  issues.push(...addClips(scene, parts, rig, options));
  const odd = replaceOddNumbers(scene);
  if (odd > 0) {
    const reason = `${odd} transforms, matrices, vertices and keys with numbers that are none change nothing`;
    issues.push(issue(sceneIssues['numbers-replaced'], reason));
  }
  const others = Object.entries(parts.otherAnims).filter(([, anims]) => anims.length > 0);
  if (others.length > 0) {
    scene.extras = { bfres: Object.fromEntries(others) };
    const counts = others.map(([kind, { length }]) => `${length} ${kind}`).join(', ');
    issues.push(issue(sceneIssues['animation-not-shown'], counts));
  }
  return { value: scene, issues };
}

/** Share of the bones of an animation that a model needs to have. */
const ENOUGH_BONES = 0.5;

type RigOf = ReturnType<typeof addSkeleton>;

function addClips(scene: Scene, parts: SceneParts, rig: RigOf, options: SceneOptions): Issue[] {
  const issues: Issue[] = [];
  const names = new Set<string>();
  for (const anim of parts.skeletalAnims) {
    const { clip, missing } = clipOf(anim, rig, options);
    const found = anim.boneAnims.length - missing.length;
    if (clip.tracks.length === 0 || found < ENOUGH_BONES * anim.boneAnims.length) {
      const reason =
        missing.length === 0
          ? `'${anim.name}' leaves all bones as they rest`
          : `'${anim.name}': ${found} of ${anim.boneAnims.length} bones found`;
      issues.push(issue(sceneIssues['clip-left-out'], reason));
      continue;
    }
    if (missing.length > 0) {
      const reason = `'${anim.name}': ${found} of ${anim.boneAnims.length} bones found, not ${missing.slice(0, 3).join(', ')}`;
      issues.push(issue(sceneIssues['bones-not-found'], reason));
    }
    clip.name = freeName(clip.name, names);
    names.add(clip.name);
    scene.clips.push(clip);
  }
  issues.push(...addVisibility(scene, parts.visibilityAnims, rig, options));
  issues.push(...addShapeAnims(scene, parts.shapeAnims, options));
  return issues;
}
