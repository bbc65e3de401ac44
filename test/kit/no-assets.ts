/** Assets for tests without a browser: pages link to them, but nothing was built. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {Assets} from '../../src/server/assets.ts'

export function noAssets(): Assets {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-assets-'))
  const script = {file: 'app.js', imports: [], screens: {}, languages: {}}
  const manifest = {
    build: 'test',
    script,
    dev: 'dev.js',
    style: 'a.css',
    details: {style: 'c.css', screens: []},
    laterStyle: 'b.css',
    screenStyles: {},
    font: 'a.woff2',
    extendedFont: {name: 'b.woff2', leads: []},
    files: [],
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  try {
    return new Assets(folder)
  } finally {
    rmSync(folder, {recursive: true})
  }
}
