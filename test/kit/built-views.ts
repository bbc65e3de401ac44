/** The views as the server is built: with the templates of their tags. */
import {rmSync} from 'node:fs'
import {join, resolve} from 'node:path'
import {build} from 'esbuild'
import {later} from '../../scripts/plugins.ts'
import {templates} from '../../scripts/templates.ts'

export interface BuiltViews {
  /** A page by its templates alone: nothing is left to React or to elements. */
  drawn(page: unknown): string
}

export async function builtViews(): Promise<BuiltViews> {
  const contents = `
    import {createElement} from 'react'
    import {writeHtml} from './src/ui/render/html.ts'
    import {templates} from './src/ui/render/template.ts'
    import {PageView} from './src/frontend/shell.tsx'
    import {views} from './src/frontend/views.ts'
    export function drawn(page) {
      templates.on = true
      return writeHtml(createElement(PageView, {page, views}))
    }`
  // Where what it imports is found.
  const outfile = resolve('node_modules', `.built-views-${process.pid}.mjs`)
  await build({
    stdin: {contents, resolveDir: join(import.meta.dirname, '../..')},
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    jsx: 'automatic',
    plugins: [later, templates],
    banner: {
      js: "import {createRequire as makeRequire} from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    logLevel: 'error',
  })
  try {
    return (await import(/* @vite-ignore */ outfile)) as BuiltViews
  } finally {
    rmSync(outfile)
  }
}
