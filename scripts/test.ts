/**
 * `npm test`: types, format and lint, the build, and every test. An argument selects a tier instead: `unit` (all fast
 * tests, on SQLite), `browser`, `postgres` (tests of records, there only) or `long`.
 */
import {spawnSync} from 'node:child_process'
import {ensureChromium} from './chromium.ts'

interface Tier {
  /** Arguments of Vitest. */
  readonly vitest: readonly string[]
  readonly checks: boolean
  readonly browser: boolean
  readonly env?: Readonly<Record<string, string>>
}

const projects = (...names: string[]) => names.flatMap(name => ['--project', name])
const everything: Tier = {vitest: [], checks: true, browser: true}
const tiers: Readonly<Record<string, Tier>> = {
  unit: {
    vitest: projects('unit', 'components'),
    checks: true,
    browser: false,
    env: {NONET_TEST_DATABASES: 'sqlite'},
  },
  browser: {vitest: projects('browser'), checks: false, browser: true},
  postgres: {
    vitest: [...projects('unit', 'whole'), '-t', 'postgres'],
    checks: false,
    browser: false,
    env: {NONET_TEST_DATABASES: 'all'},
  },
  long: {vitest: ['--config', 'vitest.long.config.ts'], checks: true, browser: true},
}

const [name, ...more] = process.argv.slice(2)
const tier = name === undefined ? everything : tiers[name]
if (!tier) throw new Error(`There is no tier "${name}": choose from ${Object.keys(tiers).join(', ')}.`)
if (tier.browser) process.env['NONET_CHROMIUM'] = ensureChromium()
Object.assign(process.env, tier.env)

if (tier.checks) {
  step('types', ['node_modules/typescript/bin/tsc', '--noEmit'])
  step('format and lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '.'])
}
step('build', ['scripts/build.ts'])
step('tests', ['node_modules/vitest/vitest.mjs', 'run', ...tier.vitest, ...more])

function step(title: string, args: readonly string[]): void {
  const started = Date.now()
  const {status} = spawnSync(process.execPath, args, {stdio: 'inherit'})
  console.log(`${title}: ${status === 0 ? 'ok' : 'failed'} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (status !== 0) process.exit(status ?? 1)
}
