import type { Plugin } from 'vite';
import { contentSecurityPolicy } from '../../src/cli/content-security-policy.ts';

/** Puts the policy into the built page, so that it holds on any host. The development server needs inline scripts. */
export function policy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
        injectTo: 'head-prepend',
      },
    ],
  };
}
