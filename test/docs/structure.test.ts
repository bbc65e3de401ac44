/** The architecture as imports show it: no cycles, dependencies in one direction, folders of a readable size. */
import {globSync, readFileSync} from 'node:fs'
import {basename, dirname, join, normalize} from 'node:path'
import {describe, expect, it} from 'vitest'

const all = globSync(['{src,test,scripts,bench}/**/*.{ts,tsx}', '*.ts'], {exclude: ['bench/peers/**']}).map(file =>
  file.replaceAll('\\', '/'),
)
const files = all.filter(file => file.startsWith('src/'))
const known = new Set(all)
const sheets = globSync('src/**/*.css').map(file => file.replaceAll('\\', '/'))

interface Import {
  readonly line: number
  readonly to: string
}

/** Of scripts, and what they declare for others: `declare module '…'`; `@import "…"` of style sheets. */
const inScripts =
  /^(?:import|export)\b(?:[^'"]*?from)? '(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)|^declare module '(\.[^']+)'/gm
const inSheets = /^@import "(\.[^"]+)"/gm
const imports = new Map(all.map(file => [file, importsOf(file).map(({to}) => to)]))

function importsOf(file: string, text = readFileSync(file, 'utf8')): Import[] {
  return [...text.matchAll(file.endsWith('.css') ? inSheets : inScripts)]
    .map(match => ({
      line: text.slice(0, match.index + match[0].length).split('\n').length,
      to: normalize(join(dirname(file), match.slice(1).find(Boolean) ?? '')).replaceAll('\\', '/'),
    }))
    .filter(({to}) => known.has(to) || sheets.includes(to))
}

/** Without those of types, which are gone when it runs. */
function valuesOf(file: string): Import[] {
  const types = /^(?:import|export) type\b[^'"]*?from '[^']+'|^declare module '[^']+'/gm
  return importsOf(
    file,
    readFileSync(file, 'utf8').replaceAll(types, statement => statement.replaceAll(/./g, '')),
  )
}

/** Comment lines. */
function commentsOf(file: string): {line: number; text: string}[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((text, index) => (/^\s*(?:\/\*|\*|\/\/)/.test(text) ? [{line: index + 1, text}] : []))
}

/** Names that answer each other on purpose: of two languages, of the kit for own screens, and of what tests begin with. */
const answersAnother = /^src\/(?:messages\/(?:de|en)\/|screens\/code\/kit\/|screens\/testing\.ts)/

const folderOf = (file: string): string => file.split('/')[1] ?? ''

/**
 * The folders of `src` from the ground up. A folder imports those below it, and none beside it or above it. Folders of
 * `engine` and of `features` are an order of their own; no kind imports another one.
 */
const floors: readonly (readonly string[])[] = [
  ['document', 'messages'],
  ['feel'],
  ['points'],
  ['analysis', 'store'],
  ['engine'],
  ['web'],
  ['features'],
  ['mail', 'webhooks'],
  ['accounts'],
  ['screens'],
  ['code'],
  ['server'],
  ['cli'],
  ['testing'],
]
const features = ['charts', 'forms', 'records', 'collections', 'planning', 'approvals', 'import']

/** Those of `engine`, from the ground up too; '' are the files beside them: the engine itself, and what screens are given. */
const engine = [
  ...['page', 'base', 'permissions', 'query', 'display', 'lists', 'records', 'files', 'outbox', 'audit'],
  ...['transaction', 'actions', 'notifications', 'write', 'feeds'],
  ...['', 'links', 'jobs', 'csv', 'demo', 'calls', 'application'],
]

/** What the browser may not load, wherever it is imported from. */
const onServerOnly = /^src\/(?:document|points|analysis|store|engine(?!\/page\/)|mail|webhooks|code|server|cli)\//

const floorOf = (file: string): number => floors.findIndex(names => names.includes(folderOf(file)))

/** The folder inside its folder of `src`; '' for a file that is in none. */
const innerOf = (file: string): string => file.split('/').slice(2, -1).join('/')

const runsUpwards = (from: string, to: string): boolean =>
  folderOf(from) !== folderOf(to) && floorOf(to) >= floorOf(from)

/** The folders of the engine, the features and the kinds among themselves. */
function runsSideways(from: string, to: string): boolean {
  const folder = folderOf(from)
  const [inner, other] = [innerOf(from), innerOf(to)]
  if (folder !== folderOf(to) || inner === other) return false
  if (folder === 'engine') return engine.indexOf(inner) <= engine.indexOf(other)
  const [feature = '', otherFeature = ''] = [inner, other].map(each => each.split('/')[0])
  if (feature === '' || otherFeature === '' || feature === otherFeature) return false
  return folder === 'screens' || (folder === 'features' && features.indexOf(feature) < features.indexOf(otherFeature))
}

/** The maximum number of files in one folder. */
const largest = 31

/**
 * Who opens a transaction that is no unit of work. Sign-in writes sessions, passwords, attempts, known browsers and links;
 * jobs write what they have tried (`nonet_setback`), delivered (`nonet_outbox`, `nonet_entry`) and swept away.
 */
const ownTransactions = {
  units: ['src/engine/engine.ts'],
  audit: ['src/engine/audit/audit-log.ts', 'src/engine/audit/audit-chain.ts'],
  signIn: [
    ...['admin', 'attempts', 'own-account', 'sessions', 'sign-in', 'sign-up'],
    ...['sso/connections', 'sso/single-sign-on'],
    ...['factors/confirmation', 'factors/passkey-questions', 'factors/second-factor', 'factors/set-up'],
  ].map(name => `src/accounts/${name}.ts`),
  jobs: [
    ...['src/engine/jobs/interval-jobs.ts', 'src/engine/jobs/system-actions.ts', 'src/engine/outbox/outbox.ts'],
    ...['src/screens/notifications/mail.ts', 'src/cli/jobs.ts', 'src/cli/outbox.ts'],
  ],
}

/**
 * SQL of ours that no type checks for permissions. It is written in few places; a new one is a decision, and belongs
 * into the random tests of permissions.
 */
const writesSql =
  /^src\/(?:store|feel\/sql|accounts|engine\/(?:actions|audit|calls|csv|demo|files|jobs|lists|notifications|outbox|query|transaction|write))\//
const writesSqlToo = [
  'src/cli/open-engine.ts',
  'src/engine/application/menu.ts',
  'src/engine/idempotency.ts',
  'src/engine/links/first-run.ts',
  'src/features/approvals/choice-cards.ts',
  'src/features/approvals/suggested-fixes.ts',
  'src/features/records/deciders.ts',
  'src/features/forms/rule-checks.ts',
  'src/features/collections/view-options.ts',
  'src/features/forms/files.ts',
  'src/engine/settings.ts',
  'src/screens/notifications/mail-calendar-entry.ts',
]

describe('the structure of src', () => {
  it('imports only lower floors', () => {
    const inFolders = [...files, ...sheets].filter(file => file.split('/').length > 2)
    expect(inFolders.filter(file => floorOf(file) < 0)).toEqual([])
    expect(files.filter(file => folderOf(file) === 'engine' && !engine.includes(innerOf(file)))).toEqual([])
    expect(
      inFolders.flatMap(file =>
        importsOf(file)
          .filter(({to}) => to.startsWith('src/') && (runsUpwards(file, to) || runsSideways(file, to)))
          .map(({line, to}) => `${file}:${line} → ${to}`),
      ),
    ).toEqual([])
  })

  it('gives the browser nothing of the server', () => {
    const entry = files.find(file => file.endsWith('/entry.client.tsx')) ?? ''
    const loaded = new Set([entry])
    const wrong: string[] = []
    for (const file of loaded)
      for (const {line, to} of valuesOf(file))
        if (onServerOnly.test(to)) wrong.push(`${file}:${line} → ${to}`)
        else loaded.add(to)
    expect(loaded.size).toBeGreaterThan(150)
    expect(wrong).toEqual([])
  })

  it('has no import cycles, types included, nor have tests, scripts and benchmarks', () => {
    expect(all.length).toBeGreaterThan(files.length + 300)
    expect(all.flatMap(file => cycleFrom(file) ?? [])).toEqual([])
  })

  it('names only files that exist in its comments', () => {
    const names = new Set(all.map(file => basename(file)))
    const missing = files.flatMap(file =>
      commentsOf(file).flatMap(({line, text}) =>
        [...text.matchAll(/[\w./-]+\.tsx?\b/g)]
          .filter(([name]) => !names.has(basename(name)))
          .map(([name]) => `${file}:${line} names ${name}`),
      ),
    )
    expect(missing).toEqual([])
  })

  it('builds every style sheet', () => {
    const built = globSync(['src/screens/{index,details,later,site}.css', 'src/screens/*/*styles.css']).map(file =>
      file.replaceAll('\\', '/'),
    )
    for (const file of built) built.push(...importsOf(file).map(({to}) => to))
    expect(sheets.length).toBeGreaterThan(40)
    expect(sheets.filter(file => !built.includes(file))).toEqual([])
  })

  it('gives each type a unique name', () => {
    const declared = files.flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(/^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gm)].map(
        ([, name = '']) => ({name, file}),
      ),
    )
    const repeated = [...Map.groupBy(declared, ({name}) => name)]
      .filter(([, places]) => places.length > 1)
      .map(([name, places]) => `${name}: ${places.map(({file}) => file).join(', ')}`)
    expect(repeated).toEqual([])
  })

  it('exports no type that nothing names', () => {
    const exported = files.flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => ({
        name,
        file,
      })),
    )
    const uses = new Map(exported.map(({name}) => [name, 0]))
    for (const file of all)
      for (const word of readFileSync(file, 'utf8').match(/\w+/g) ?? []) {
        const before = uses.get(word)
        if (before !== undefined) uses.set(word, before + 1)
      }
    expect(exported.length).toBeGreaterThan(1000)
    const unused = exported.filter(({name}) => uses.get(name) === 1)
    expect(unused.map(({name, file}) => `${name} in ${file}`)).toEqual([])
  })

  it('gives each function of a folder a unique name', () => {
    const declaration =
      /^(?:export )?(?:async )?(?:function\*? (\w+)|const (\w+)(?:: [^=\n]+)? = (?:async )?(?:<[^>]+>)?\()/gm
    const declared = files.flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(declaration)].map(([, name, constant]) => ({
        name: name ?? constant ?? '',
        file,
      })),
    )
    const repeated = [...Map.groupBy(declared, ({name, file}) => `${dirname(file)}: ${name}`)]
      .filter(([, places]) => new Set(places.map(({file}) => file)).size > 1)
      .map(([name, places]) => `${name} in ${places.map(({file}) => basename(file)).join(', ')}`)
    expect(declared.length).toBeGreaterThan(5000)
    expect(repeated).toEqual([])
  })

  it('gives each exported function a unique name', () => {
    const declaration =
      /^export (?:async )?(?:function\*? (\w+)|const (\w+)(?:: [^=\n]+)? = (?:async )?(?:<[^>]+>)?\()/gm
    const declared = files
      .filter(file => !answersAnother.test(file))
      .flatMap(file => {
        const found = readFileSync(file, 'utf8').matchAll(declaration)
        // An overloaded function is declared several times.
        return [...new Set([...found].map(([, name, constant]) => name ?? constant ?? ''))].map(name => ({name, file}))
      })
    const repeated = [...Map.groupBy(declared, ({name}) => name)]
      .filter(([, places]) => places.length > 1)
      .map(([name, places]) => `${name}: ${places.map(({file}) => file).join(', ')}`)
    expect(declared.length).toBeGreaterThan(2000)
    expect(repeated).toEqual([])
  })

  it('queries the DOM in no component: only in the router and in hooks', () => {
    const components = files.filter(file => file.endsWith('.tsx') && !/\/router\/|\/use-[\w-]+\.tsx$/.test(file))
    const queries = components.flatMap(file =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((text, index) =>
          /\b(?:querySelector|getElement|addEventListener)/.test(text) ? [`${file}:${index + 1}`] : [],
        ),
    )
    expect(components.length).toBeGreaterThan(100)
    expect(queries).toEqual([])
  })

  it('writes in units of work, except for sign-in and jobs', () => {
    const opening = files.filter(
      file => !file.startsWith('src/store/') && /\.transaction\(/.test(readFileSync(file, 'utf8')),
    )
    expect(opening.sort()).toEqual(Object.values(ownTransactions).flat().sort())
  })

  it('asks what the grants of a person are in two places', () => {
    const asking = files.filter(
      file => !file.startsWith('src/analysis/') && /\.granted\(/.test(readFileSync(file, 'utf8')),
    )
    expect(asking.sort()).toEqual(['src/engine/permissions/visibility.ts', 'src/engine/records/abilities.ts'])
  })

  it('writes SQL in few places', () => {
    const writing = files.filter(file => /from 'kysely'|\bqueryRows\b/.test(readFileSync(file, 'utf8')))
    expect(writing.length).toBeGreaterThan(writesSqlToo.length + 30)
    expect(writing.filter(file => !writesSql.test(file)).sort()).toEqual(writesSqlToo.toSorted())
  })

  it('has folders of a readable size', () => {
    const sizes = [...Map.groupBy(files, file => dirname(file))].map(([folder, inside]) => [folder, inside.length])
    expect(sizes.filter(([, size]) => Number(size) > largest)).toEqual([])
  })
})

/** The shortest import cycle through a file, as text. */
function cycleFrom(start: string): string | null {
  const came = new Map<string, string>()
  const queue = [start]
  for (const file of queue)
    for (const target of imports.get(file) ?? []) {
      if (target === start) return [...wayTo(file, came), start].join(' → ')
      if (came.has(target)) continue
      came.set(target, file)
      queue.push(target)
    }
  return null
}

function wayTo(file: string, came: ReadonlyMap<string, string>): string[] {
  const before = came.get(file)
  return before === undefined ? [file] : [...wayTo(before, came), file]
}
