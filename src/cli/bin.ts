#!/usr/bin/env node
import { processIo } from './io.ts';
import { main } from './main.ts';

// A reader that has seen enough, such as `head`, closes the pipe: nothing is wrong then.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
process.stderr.on('error', () => {});

process.exitCode = await main(process.argv.slice(2), processIo());
