export * from './euler.ts';
export * from './matrix.ts';
export * from './quaternion.ts';
export * from './vector.ts';
