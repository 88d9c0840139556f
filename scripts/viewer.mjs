// @ts-check
import { fileURLToPath } from 'node:url';
import { setUp } from './setup.mjs';

// `npm run viewer`: builds the viewer and opens it, on a machine that has nothing but Node and git.

const root = fileURLToPath(new URL('../viewer', import.meta.url));

setUp({ browser: false });
const { build, preview } = await import('vite');
await build({ root, logLevel: 'warn' });
const server = await preview({ root, preview: { host: '127.0.0.1', open: !process.argv.includes('--no-open') } });
console.log(`The viewer is at ${server.resolvedUrls?.local[0]} until Ctrl+C.`);
