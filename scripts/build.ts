/** Builds `dist`: the command line with everything it needs, and the browser's files. */
import {createHash} from 'node:crypto'
import {globSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import {type BuildOptions, build, type Plugin} from 'esbuild'
import {buildBrowser} from './browser.ts'
import {builtins, later} from './plugins.ts'
import {templates} from './templates.ts'
import {warm} from './warm.ts'

/** Loaded only where they are used, so that they stand apart. */
const drivers = ['pg', 'nodemailer']

const apart: Plugin = {
  name: 'apart',
  setup({onResolve}) {
    onResolve({filter: /^\w+$/}, ({path, kind}) =>
      kind === 'dynamic-import' && drivers.includes(path) ? {path: `./${path}.js`, external: true} : undefined,
    )
  },
}

/** Made beside it and put in its place whole, so that what runs meanwhile never finds half of it. */
const made = `.dist-${process.pid}`
await Promise.all([buildBrowser({entry: 'src/browser/app.ts', folder: `${made}/browser`}), buildServer()])
rmSync('dist', {recursive: true, force: true})
renameSync(made, 'dist')
await warm()

/** `nonet.js` begins, `main.js` is everything else; it is read as a script, so that what Node compiles of it can be kept whole. */
async function buildServer() {
  const shared = {
    outdir: made,
    bundle: true,
    platform: 'node',
    target: 'node24',
    conditions: ['node', 'production'],
    external: ['pg-native'],
    minifyWhitespace: true,
    legalComments: 'linked',
    logLevel: 'warning',
  } satisfies BuildOptions
  const define = {NONET_BUILD: JSON.stringify(nameOfBuild())}
  await build({...shared, entryPoints: {nonet: 'src/cli/bin.ts'}, format: 'esm', define})
  await build({
    ...shared,
    entryPoints: Object.fromEntries(drivers.map(name => [name, name])),
    format: 'esm',
    // They ask for Node's modules at run time.
    banner: {js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);"},
  })
  await build({
    ...shared,
    entryPoints: {main: 'src/cli/main.ts'},
    format: 'cjs',
    banner: {js: '(function(require,module,__dirname){'},
    footer: {js: '})'},
    define: {
      'process.env.NODE_ENV': '"production"',
      'import.meta.dirname': '__dirname',
      ...define,
    },
    plugins: [builtins, later, apart, templates],
    minifySyntax: true,
  })
  const main = `${made}/main.js`
  writeFileSync(main, inAscii(readFileSync(main, 'utf8')))
}

/** Only regular expressions still hold other letters. One of them would make Node keep all of a file in two bytes a letter. */
function inAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Another one for every change of what is built. */
function nameOfBuild(): string {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', ...globSync(['scripts/*.ts', 'src/**/*.{ts,tsx}']).sort()])
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
