export * from './hierarchy.ts';
export * from './sampling.ts';
export * from './scene.ts';
export * from './validation.ts';
