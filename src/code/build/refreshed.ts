/** Own code under `nonet dev`: its modules tell the page which components they have, so that React can replace them. */
import {relative} from 'node:path'
import type {Plugin} from 'rolldown'

/** Functions, because what the transformation adds is above them in the module. A page without it shows them as they are. */
const helpers = (file: string) => `
function $RefreshReg$(type, name) { globalThis.$nonetRefresh?.register(type, ${JSON.stringify(`${file} `)} + name) }
function $RefreshSig$() { return globalThis.$nonetRefresh?.signature() ?? (type => type) }
`

export const refreshed = (folder: string): Plugin => ({
  name: 'refreshed',
  transform: (code, id) =>
    /\.[jt]sx?$/.test(id) && !id.includes('node_modules') && !id.startsWith('\0')
      ? {code: code + helpers(relative(folder, id)), map: null}
      : null,
})
