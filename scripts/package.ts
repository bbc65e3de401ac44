/**
 * Packs what `npm run build` has made as a package for `npm install`. Its `package.json` says which Node.js it needs and
 * nothing about development: in the repository, `engines` would warn everyone with an older Node.js, although the scripts
 * run on the one that `npm ci` installs; and npm warns about scripts of a package that is installed.
 */
import {execFileSync} from 'node:child_process'
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {extname, join} from 'node:path'

interface DevelopedPackage {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly type: string
  readonly bin: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/** What `src/cli/bin.ts` checks before it starts. */
export const engines = {node: '>=24.11'}

/** Only where there is own code: the bundler, and for its tests the React of the engine. */
const peers = {rolldown: '^', react: '', 'react-dom': ''}

export function packageOf({devDependencies, ...developed}: DevelopedPackage) {
  const {name, version, description, license, type, bin, exports} = developed
  return {
    ...{name, version, description, license, type, engines, bin, exports},
    peerDependencies: Object.fromEntries(
      Object.entries(peers).map(([peer, range]) => [peer, `${range}${devDependencies[peer]}`]),
    ),
    peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map(peer => [peer, {optional: true}])),
  }
}

const contents = ['dist', 'apps', 'docs', 'README.md', 'LICENSE']

/**
 * The pictures of the documentation are four fifths of it. There may be data of a trial beside a document:
 * only what was built of its own code is packed.
 */
export const isPacked = (path: string): boolean =>
  (extname(path) !== '.png' || !path.startsWith('docs/')) && !/\/\.nonet\/(?!build(?:\/|$))/.test(path)

function pack(): void {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-package-'))
  try {
    for (const path of contents) cpSync(path, join(folder, path), {recursive: true, filter: isPacked})
    const developed: DevelopedPackage = JSON.parse(readFileSync('package.json', 'utf8'))
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageOf(developed), null, 2)}\n`)
    execFileSync('npm', ['pack', folder, '--ignore-scripts'], {stdio: 'inherit'})
  } finally {
    rmSync(folder, {recursive: true, force: true})
  }
}

if (import.meta.main) pack()
