import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { contentSecurityPolicy } from '../../src/cli/content-security-policy.ts';
import { htmlOf } from './markdown.ts';

/** Makes a page of every format page of the documentation: `formats/ff7.html`, readable without a network too. */
export function formatPages(docs: string, style: string): Plugin {
  return {
    name: 'format-pages',
    generateBundle() {
      for (const { name, html } of pagesIn(docs)) {
        this.emitFile({ type: 'asset', fileName: `formats/${name}.html`, source: html });
      }
      this.emitFile({ type: 'asset', fileName: 'formats/page.css', source: styleIn(style) });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, name] = /^\/formats\/([\w-]+\.(?:html|css))/.exec(request.url ?? '') ?? [];
        const page = pagesIn(docs).find((page) => `${page.name}.html` === name);
        if (page === undefined && name !== 'page.css') return next();
        response.setHeader('Content-Type', page === undefined ? 'text/css' : 'text/html; charset=utf-8');
        response.end(page?.html ?? styleIn(style));
      });
    },
  };
}

function pagesIn(docs: string) {
  return readdirSync(docs)
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const { title, html } = htmlOf(readFileSync(join(docs, file), 'utf8'));
      return { name: file.replace(/\.md$/, ''), html: pageOf(title, html) };
    });
}

function styleIn(folder: string): string {
  return ['theme.css', 'document.css'].map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
}

function pageOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} – exhume</title>
    <link rel="icon" href="../icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="page.css" />
  </head>
  <body>
    <nav><a href="../">exhume</a></nav>
    <main>
${body}
    </main>
  </body>
</html>
`;
}
