/** The package that is installed with npm, which differs from the one that is developed. */
import {readFileSync} from 'node:fs'
import {expect, it} from 'vitest'
import {engines, isPacked, packageOf} from '../../scripts/package.ts'

const developed = JSON.parse(readFileSync('package.json', 'utf8'))

it('O15: the package names the Node.js that the command needs; the repository does not, because it brings its own', () => {
  const [, major, minor] = /^const least = \[(\d+), (\d+)\]/m.exec(readFileSync('src/cli/bin.ts', 'utf8')) ?? []
  expect(packageOf(developed)).toEqual({
    name: 'nonet',
    version: developed.version,
    description: developed.description,
    license: developed.license,
    type: 'module',
    engines: {node: `>=${major}.${minor}`},
    bin: {nonet: 'dist/nonet.js'},
    exports: developed.exports,
    peerDependencies: {
      rolldown: `^${developed.devDependencies.rolldown}`,
      // The same React as the engine's.
      react: developed.devDependencies.react,
      'react-dom': developed.devDependencies['react-dom'],
    },
    peerDependenciesMeta: {rolldown: {optional: true}, react: {optional: true}, 'react-dom': {optional: true}},
  })
  expect(engines.node).toBe(`>=${major}.${minor}`)
  expect(developed).not.toHaveProperty('engines')
  expect(developed.private).toBe(true)
})

it('contains what was built of the own code of an application, and nothing else that is beside its document', () => {
  const paths = ['apps/rooms/.nonet', 'apps/rooms/.nonet/build', 'apps/rooms/.nonet/build/manifest.json']
  const beside = [
    'apps/rooms/.nonet/data.sqlite',
    'apps/rooms/.nonet/files',
    'apps/rooms/.nonet/build-12/manifest.json',
  ]
  expect([...paths, ...beside].filter(isPacked)).toEqual(paths)
})

it('O15: the package contains the documentation without its pictures', () => {
  const paths = ['docs', 'docs/operations.md', 'docs/images/away.png', 'dist/browser/icon.png', 'apps/desk/logo.png']
  expect(paths.filter(isPacked)).toEqual(['docs', 'docs/operations.md', 'dist/browser/icon.png', 'apps/desk/logo.png'])
})
