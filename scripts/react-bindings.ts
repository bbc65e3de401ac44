/**
 * React as constants. React is CommonJS, and bundlers read each of its names through an accessor at each use, several
 * times for each element; a page is rendered a tenth faster without.
 */
import {createRequire} from 'node:module'
import type {Plugin} from 'esbuild'

const require = createRequire(import.meta.url)
const namespace = 'react-bindings'

export const reactBindings: Plugin = {
  name: namespace,
  setup(build) {
    build.onResolve({filter: /^react(?:\/jsx-runtime)?$/}, ({path, kind, namespace: asking, importer}) =>
      kind !== 'import-statement' || asking === namespace || importer.includes('node_modules')
        ? undefined
        : {path, namespace},
    )
    build.onLoad({filter: /./, namespace}, ({path}) => ({
      contents: [
        `import whole from '${path}'`,
        'export default whole',
        ...namesOf(require(path)).map(name => `export const ${name} = whole.${name}`),
      ].join('\n'),
      resolveDir: import.meta.dirname,
    }))
  },
}

const namesOf = (exported: object): readonly string[] => Object.keys(exported).filter(name => name !== 'default')
