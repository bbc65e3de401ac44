/**
 * `npm test`: types, format and lint, unused code, the build if its files have changed, and every test. An argument
 * selects a tier instead: `unit` (all fast tests, on SQLite), `isolated` (the same, each file with its own modules),
 * `browser`, `postgres` (tests of records, there only) or `long`.
 */
import {type ChildProcess, spawn} from 'node:child_process'
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
const unit: Tier = {
  vitest: projects('unit', 'components'),
  checks: true,
  browser: false,
  env: {NONET_TEST_DATABASES: 'sqlite'},
}
const tiers: Readonly<Record<string, Tier>> = {
  unit,
  isolated: {...unit, vitest: [...unit.vitest, '--isolate']},
  browser: {vitest: projects('browser'), checks: false, browser: true, env: {NONET_TEST_LOOKS: 'all'}},
  postgres: {
    vitest: [...projects('unit', 'whole'), '-t', 'postgres'],
    checks: false,
    browser: false,
    env: {NONET_TEST_DATABASES: 'all'},
  },
  long: {
    vitest: ['--config', 'vitest.long.config.ts'],
    checks: true,
    browser: true,
    env: {NONET_TEST_LOOKS: 'all'},
  },
}

const [name, ...more] = process.argv.slice(2)
const tier = name === undefined ? everything : tiers[name]
if (!tier) throw new Error(`There is no tier "${name}": choose from ${Object.keys(tiers).join(', ')}.`)
if (tier.browser) process.env['NONET_CHROMIUM'] = ensureChromium()
Object.assign(process.env, tier.env)

/**
 * Types are checked again where something has changed: a repeated check takes a sixth of the first one. One checker
 * takes half of the processor that four take, which check types of shared modules once each.
 */
const sinceTheLastRun = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo']
const types = ['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1', ...sinceTheLastRun]

const running = new Set<ChildProcess>()
/** Beside the build and the tests: on two cores they fill what those leave free at their beginning. */
const checks = tier.checks
  ? [
      step('types', types, 'pipe'),
      step('format and lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '.'], 'pipe'),
      step('unused code', ['node_modules/knip/bin/knip.js', '--no-progress'], 'pipe'),
    ]
  : []
const build = step('build', ['scripts/build.ts', '--if-changed'])
const tests = () => step('tests', ['node_modules/vitest/vitest.mjs', 'run', ...tier.vitest, ...more])
const isBuilt = (await build).ok
if (isBuilt) process.env['NONET_TEST_BUILT'] = 'yes'
const tested = isBuilt ? [build, tests()] : [build]
// A check that fails ends the tests, and is the last thing to be read.
for (const each of checks) void each.then(({ok}) => ok || stop())
for (const {title, ok, seconds, text} of await Promise.all([...checks, ...tested]))
  console.log(`${text}${title}: ${ok ? 'ok' : 'failed'} (${seconds.toFixed(1)} s)`)

interface Ended {
  readonly title: string
  readonly ok: boolean
  readonly seconds: number
  /** What it printed, if nothing was printed at once. */
  readonly text: string
}

async function step(title: string, args: readonly string[], output: 'inherit' | 'pipe' = 'inherit'): Promise<Ended> {
  const started = Date.now()
  const child = spawn(process.execPath, args, {stdio: ['inherit', output, output]})
  running.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (text += String(chunk)))
  const status = await new Promise<number>(resolve => child.once('close', code => resolve(code ?? 1)))
  running.delete(child)
  if (status !== 0) process.exitCode = status
  return {title, ok: status === 0, seconds: (Date.now() - started) / 1000, text: status === 0 ? '' : text}
}

function stop(): void {
  for (const child of running) child.kill('SIGINT')
}
