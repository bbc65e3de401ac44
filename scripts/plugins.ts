/**
 * Node's own modules, taken as they are. An `import` of one makes Node read every name it exports, and some of those load whole libraries when
 * they are read (`WebSocket` of `node:http`): sixty milliseconds of each start, for nothing.
 */
import {readFileSync} from 'node:fs'
import type {Plugin} from 'esbuild'

export const builtins: Plugin = {
  name: 'builtins',
  setup({onResolve, onLoad}) {
    onResolve({filter: /^node:/}, ({path, kind}) =>
      kind === 'import-statement' ? {path, namespace: 'builtin', sideEffects: false} : undefined,
    )
    onLoad({filter: /./, namespace: 'builtin'}, ({path}) => ({contents: asItIs(path), loader: 'js'}))
  },
}

/** Each name by itself, so that what nobody imports is left out of the build. */
function asItIs(path: string): string {
  const names = Object.keys(process.getBuiltinModule(path) ?? {}).filter(
    name => /^[A-Za-z]\w*$/.test(name) && name !== 'default',
  )
  return [
    `const builtin = /* @__PURE__ */ process.getBuiltinModule('${path}')`,
    ...names.map(name => `export const ${name} = /* @__PURE__ */ (() => builtin.${name})()`),
    'export default builtin',
  ].join('\n')
}

/** What `later-….ts` require is built in, and still run when it is required. */
export const later: Plugin = {
  name: 'later',
  setup({onLoad}) {
    onLoad({filter: /[\\/]later-\w+\.ts$/}, ({path}) => ({
      contents: readFileSync(path, 'utf8').replace('const require = createRequire(import.meta.url)', ''),
      loader: 'ts',
    }))
  },
}
