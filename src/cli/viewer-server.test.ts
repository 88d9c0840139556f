import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveViewer, type ViewerServer } from './viewer-server.ts';

let folder: string;
let server: ViewerServer;
let port: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'exhume-server-'));
  for (const name of ['app', 'app-beside']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'app/index.html'), '<p>viewer</p>');
  writeFileSync(join(folder, 'app-beside/secret.txt'), 'secret');
  writeFileSync(join(folder, 'named.bin'), Uint8Array.of(1, 2, 3, 4, 5));
  const files = [{ name: 'named.bin', size: 5, path: join(folder, 'named.bin') }];
  server = await serveViewer(join(folder, 'app'), 'a folder', files);
  port = Number(new URL(server.url).port);
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the server answers to a path exactly as it is written, which `fetch` would tidy up. */
function get(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Readonly<Record<string, unknown>>; body: Buffer }>(
    (resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) }),
        );
      });
      sent.on('error', reject);
      sent.end();
    },
  );
}

test('the page comes with a policy that allows it nothing but its own', async () => {
  const { status, headers, body } = await get('/');
  expect([status, body.toString(), headers['content-type']]).toEqual([
    200,
    '<p>viewer</p>',
    'text/html; charset=utf-8',
  ]);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});

test('the files that were named are listed without their paths, and served whole or in part', async () => {
  const list = (await get('/files.json')).body.toString();
  expect(JSON.parse(list)).toEqual({ name: 'a folder', files: [{ name: 'named.bin', size: 5 }] });
  expect([...(await get('/files/0')).body]).toEqual([1, 2, 3, 4, 5]);
  const part = await get('/files/0', { Range: 'bytes=1-2' });
  expect([part.status, part.headers['content-range'], ...part.body]).toEqual([206, 'bytes 1-2/5', 2, 3]);
  expect((await get('/files/0', { Range: 'bytes=9-12' })).status).toBe(416);
});

test.each([
  '/files/1',
  '/named.bin',
  '/../named.bin',
  '/%2e%2e/named.bin',
  '/..%2fapp-beside/secret.txt',
  '/%2e%2e%2fapp-beside%2fsecret.txt',
])('nothing else is served: %s', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('pages of other hosts that point their name at this machine get nothing', async () => {
  expect((await get('/files/0', { Host: 'evil.example' })).status).toBe(403);
  expect((await get('/files/0', { Host: `localhost:${port}` })).status).toBe(200);
});

test('nothing but reading is allowed', async () => {
  expect((await get('/files/0', {}, 'POST')).status).toBe(405);
});
