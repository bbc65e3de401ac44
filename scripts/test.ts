/** `npm test`: types, format and lint, the build, and every test. `--long` runs the long ones instead. */
import {spawnSync} from 'node:child_process'
import {ensureChromium} from './chromium.ts'

const long = process.argv.includes('--long')
process.env['NONET_CHROMIUM'] = ensureChromium()

step('types', ['node_modules/typescript/bin/tsc', '--noEmit'])
step('format and lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '.'])
step('build', ['scripts/build.ts'])
step('tests', ['node_modules/vitest/vitest.mjs', 'run', ...(long ? ['--config', 'vitest.long.config.ts'] : [])])

function step(name: string, args: string[]): void {
  const started = Date.now()
  const {status} = spawnSync(process.execPath, args, {stdio: 'inherit'})
  console.log(`${name}: ${status === 0 ? 'ok' : 'failed'} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (status !== 0) process.exit(status ?? 1)
}
