/**
 * What the tests of authors import: `nonet/testing`, `nonet/vitest` and `nonet/screen`. React is theirs, so that there is
 * one in their tests; the engine is that of the command.
 */
import {readFileSync} from 'node:fs'
import {build, type Plugin} from 'esbuild'

const engineOfCommand: Plugin = {
  name: 'engine of the command',
  setup: ({onResolve}) => onResolve({filter: /^\.\/engine\.ts$/}, () => ({path: '../testing.js', external: true})),
}

export async function buildTesting(outdir: string): Promise<void> {
  const {devDependencies} = JSON.parse(readFileSync('package.json', 'utf8'))
  await build({
    entryPoints: {
      index: 'src/testing/index.ts',
      screen: 'src/testing/screen.ts',
      vitest: 'src/testing/vitest.ts',
      unplugged: 'src/testing/unplugged.ts',
    },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    conditions: ['node'],
    external: ['react', 'react-dom'],
    plugins: [engineOfCommand],
    chunkNames: '[name]-[hash]',
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'linked',
    logLevel: 'warning',
    // CommonJS packages require React at run time.
    banner: {
      js: "import {createRequire as nodeRequire} from 'node:module';const require=nodeRequire(import.meta.url);",
    },
    define: {NONET_REACT: JSON.stringify(devDependencies.react)},
  })
}
