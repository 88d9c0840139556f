import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentSecurityPolicy } from './content-security-policy.ts';

// Serves the viewer, and the files that were named, to browsers on this machine and to nobody else.

/** A file as the page asks for it. */
export interface ViewedFile {
  /** With `/` between folders. */
  readonly name: string;
  readonly size: number;
  readonly path: string;
}

export interface ViewerServer {
  /** Where the viewer is, with the files open. */
  readonly url: string;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** The built page says the same of itself; `frame-ancestors` works in headers only. */
const headers: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `${contentSecurityPolicy}; frame-ancestors 'none'`,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

/** Folder of the built viewer: beside the built command line, or where the build puts it. Undefined where it was not built. */
export function viewerFolder(): string | undefined {
  const candidates = ['../viewer/', '../../dist/viewer/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return candidates.find((folder) => existsSync(join(folder, 'index.html')));
}

/**
 * Serves the viewer in `app` and `files` on a port of this machine; 0 takes a free one.
 *
 * @throws Error of the operating system, such as `EADDRINUSE`
 */
export async function serveViewer(
  app: string,
  name: string,
  files: readonly ViewedFile[],
  port = 0,
): Promise<ViewerServer> {
  const server = createServer((request, response) => answer(request, response, app, name, files));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return { url: `http://${LOOPBACK}:${taken}/#files`, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  app: string,
  name: string,
  files: readonly ViewedFile[],
): void {
  for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
  // Another name for this machine is how a foreign page would get past the browser's rule of one origin.
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  if (host !== LOOPBACK && host !== 'localhost') return refuse(response, 403);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
  const path = pathOf(request.url ?? '/');
  if (path === undefined) return refuse(response, 400);
  if (path === '/files.json') {
    response.setHeader('Content-Type', 'application/json');
    return void response.end(JSON.stringify({ name, files: files.map(({ name, size }) => ({ name, size })) }));
  }
  const [, index] = /^\/files\/(\d+)$/.exec(path) ?? [];
  if (index !== undefined) return sendPart(request, response, files[Number(index)]);
  sendApp(response, app, path);
}

function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url, `http://${LOOPBACK}`).pathname);
  } catch {
    return undefined;
  }
}

function sendApp(response: ServerResponse, app: string, path: string): void {
  const file = join(app, normalize(path === '/' ? '/index.html' : path));
  const type = types[extname(file)] ?? 'application/octet-stream';
  if (!file.startsWith(join(app, '/'))) return refuse(response, 404);
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return refuse(response, 404);
  }
  response.setHeader('Content-Type', type);
  response.end(bytes);
}

/** A file, or as many of its first bytes as are asked for. */
function sendPart(request: IncomingMessage, response: ServerResponse, file: ViewedFile | undefined): void {
  if (file === undefined) return refuse(response, 404);
  response.setHeader('Content-Type', 'application/octet-stream');
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const start = Number(from ?? 0);
  const end = Math.min(file.size, to === undefined || to === '' ? file.size : Number(to) + 1);
  if (from !== undefined && start >= file.size) {
    response.setHeader('Content-Range', `bytes */${file.size}`);
    return refuse(response, 416);
  }
  if (from !== undefined) {
    response.statusCode = 206;
    response.setHeader('Content-Range', `bytes ${start}-${end - 1}/${file.size}`);
  }
  response.setHeader('Content-Length', end - start);
  if (request.method === 'HEAD' || end === start) return void response.end();
  const stream = createReadStream(file.path, { start, end: end - 1 });
  stream.on('error', () => response.destroy());
  stream.pipe(response);
}

function refuse(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.end();
}
