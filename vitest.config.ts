import {hash} from 'node:crypto'
import {globSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {configDefaults, defineConfig} from 'vitest/config'
import {BaseSequencer, type TestSpecification} from 'vitest/node'

/**
 * The longest tests start first, so that nothing is waited for at the end. A worker serves one project, so its files
 * run one after the other.
 */
const order = ['browser', 'whole', 'unit', 'components']

/**
 * Files of a tier share the modules of their worker. `NONET_TEST_ORDER=anything npm test` runs them in another order,
 * one for each text, which shows whether a file depends on those before it.
 */
function inOrderOf(seed: string | undefined, files: TestSpecification[]): TestSpecification[] {
  if (seed === undefined) return files
  const place = ({moduleId}: TestSpecification) => hash('sha1', `${seed} ${moduleId}`)
  return files.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({project, moduleId}: TestSpecification) =>
      moduleId.includes('/every-screen') ? -1 : order.indexOf(project.name)
    return inOrderOf(process.env['NONET_TEST_ORDER'], sorted).toSorted((a, b) => rank(a) - rank(b))
  }
}

const inFolders = (...folders: string[]) => folders.map(folder => `test/${folder}/**/*.test.{ts,tsx}`)

/**
 * The tiers are folders; `npm run test:unit` and the others select them (scripts/test.ts). A test through one of the
 * applications takes as long as those of `whole`, wherever its file is, and belongs to them; those of `docs` only read
 * their text.
 */
const whole = ['apps', 'cli', 'code', 'documents', 'properties']
const otherTiers = [...whole, 'browser', 'long']
const unit = readdirSync('test').filter(folder => !otherTiers.includes(folder))
const unitFiles = globSync(inFolders(...unit)).map(file => ({file, text: readFileSync(file, 'utf8')}))
/** Beside what they are about, whether that is a component, functions or pages: the first line names their environment. */
const components = unitFiles.filter(({text}) => text.startsWith('// @vitest-environment jsdom')).map(({file}) => file)
const throughApplications = unitFiles
  .filter(({file}) => !file.startsWith(join('test', 'docs')))
  .filter(({text}) => /kit\/(?:time-off|any-company)\.ts|apps\/(?:time-off|rooms)/.test(text))
  .map(({file}) => file)
  .filter(file => !components.includes(file))

/** What concerns PostgreSQL alone has no tests on SQLite. */
const ofOtherDatabases = process.env['NONET_TEST_DATABASES'] === 'sqlite' ? ['test/store/postgres/**'] : []

/** Whole documents, processes and browsers take long on a busy machine; a hanging test is still noticed. */
const patient = {testTimeout: 240_000}

/**
 * Where real time passes, in a browser or in effects of components, one busy second may fail a test: it gets a second
 * attempt, which the report shows.
 */
export const secondAttempt = {retry: 1}

/**
 * React's production build: its development build, used for component tests, takes several times as long to render a
 * page.
 */
export const production = {oxc: {jsx: {runtime: 'automatic', development: false}}} as const
export const inProduction = {env: {NODE_ENV: 'production'}}

/** Not the root's options: each project would run its global setup again. */
export const each = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A browser on a busy machine is slow.
  expect: {poll: {timeout: 60_000}},
  setupFiles: ['test/kit/cheap-passwords.ts'],
  // Compiling documents leaves much behind: with more room, a twentieth less of the processor is for collecting it.
  execArgv: ['--max-semi-space-size=64'],
}

export default defineConfig({
  test: {
    maxWorkers: 3,
    globalSetup: ['test/kit/memory-folder.ts', 'test/kit/global-setup.ts'],
    sequence: {sequencer: LongestFirst},
    projects: [
      // Loading the engine, or React and a document, for each file would take longer than most of their tests: files
      // share the modules of their worker.
      {
        ...production,
        test: {
          ...each,
          ...inProduction,
          name: 'unit',
          include: inFolders(...unit),
          exclude: [...configDefaults.exclude, ...throughApplications, ...components, ...ofOtherDatabases],
          isolate: false,
        },
      },
      {
        test: {
          ...each,
          ...secondAttempt,
          name: 'components',
          include: components,
          isolate: false,
          unstubGlobals: true,
        },
      },
      {
        ...production,
        test: {
          ...each,
          ...inProduction,
          ...patient,
          name: 'whole',
          include: [...inFolders(...whole), ...throughApplications],
          isolate: false,
        },
      },
      {
        ...production,
        test: {
          ...each,
          ...inProduction,
          ...patient,
          ...secondAttempt,
          name: 'browser',
          include: inFolders('browser'),
          setupFiles: [...each.setupFiles, 'test/kit/close-windows.ts'],
          isolate: false,
        },
      },
    ],
  },
})
