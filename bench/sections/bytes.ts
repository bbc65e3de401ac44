/** Transferred bytes, gzip: the page, its data, its scripts and its style; and the size of the installation. */
import {readdirSync, readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {gzipSync} from 'node:zlib'
import type {AssetManifest} from '../../src/server/assets.ts'
import type {Runner} from '../arena.ts'
import type {Name} from '../contestants.ts'
import type {Measured} from '../figures.ts'
import {firstNumber} from '../fixture.ts'
import type {Ask} from '../load.ts'

const zipped = (text: string): number => gzipSync(text, {level: 6}).length

export async function bytes(runners: readonly Runner[]): Promise<Measured[]> {
  const found: Record<
    'page' | 'data' | 'script' | 'record' | 'style' | 'installed',
    Partial<Record<Name, number[]>>
  > = {
    page: {},
    data: {},
    script: {},
    record: {},
    style: {},
    installed: {},
  }
  for (const {contestant, asks, client} of runners) {
    const {name} = contestant
    const page = await client.ask(asks.list, true)
    found.page[name] = [zipped(page.text)]
    found.data[name] = [zipped((await client.ask(asks.listData, true)).text)]
    const fetched = async (path: string) => {
      const ask: Ask = {...asks.list, url: new URL(path, asks.list.url).href}
      return zipped((await client.ask(ask, true)).text)
    }
    found.script[name] = [await sum(scriptsIn(page.text), fetched)]
    const record = await client.ask(asks.record(firstNumber), true)
    found.record[name] = [await sum(scriptsIn(record.text), fetched)]
    found.style[name] = [await sum(stylesIn(page.text), fetched)]
    found.installed[name] = [contestant.installed.reduce((total, folder) => total + sizeOf(folder), 0) / 1e6]
  }
  const kilo = (each: Partial<Record<Name, number[]>>) =>
    Object.fromEntries(Object.entries(each).map(([name, values]) => [name, values.map(value => value / 1000)]))
  return [
    {what: 'HTML of the list page', unit: 'kB gzip', more: false, by: kilo(found.page)},
    {what: 'data of the list page', unit: 'kB gzip', more: false, by: kilo(found.data)},
    {what: 'script of the list page', unit: 'kB gzip', more: false, by: kilo(found.script)},
    {what: 'script of the record page', unit: 'kB gzip', more: false, by: kilo(found.record)},
    {what: 'largest script loaded later', unit: 'kB gzip', more: false, by: {nonet: [largestLater()]}},
    {what: 'style of the list page', unit: 'kB gzip', more: false, by: kilo(found.style)},
    {what: 'installed', unit: 'MB', more: false, by: found.installed},
  ]
}

/** Scripts with an address, and modules loaded or preloaded for them; scripts for old browsers do not count. */
function scriptsIn(html: string): string[] {
  const tags = html.match(/<script\b[^>]*>|<link\b[^>]*rel="modulepreload"[^>]*>/g) ?? []
  const inline = [...html.matchAll(/(?:import\s*\(?|from\s*)\s*"(\/[^"]+\.js)"/g)].map(([, path = '']) => path)
  const linked = tags
    .filter(tag => !/nomodule/i.test(tag))
    .flatMap(tag => /(?:src|href)="([^"]+\.js[^"]*)"/.exec(tag)?.[1] ?? [])
  return [...new Set([...linked, ...inline])]
}

/** A browser does not request disabled ones. */
function stylesIn(html: string): string[] {
  const tags = (html.match(/<link\b[^>]*rel="stylesheet"[^>]*>/g) ?? []).filter(tag => !/\sdisabled\b/.test(tag))
  return [...new Set(tags.flatMap(tag => /href="([^"]+)"/.exec(tag)?.[1] ?? []))]
}

/** Nonet's files that the first page does not import, in kB. */
function largestLater(): number {
  const folder = join(import.meta.dirname, '../../dist/browser')
  const {files, script}: AssetManifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const first = [script.file, ...script.imports]
  const later = files.filter(name => name.endsWith('.js') && !first.includes(name))
  return Math.max(...later.map(name => zipped(readFileSync(join(folder, name), 'utf8')))) / 1000
}

async function sum(paths: readonly string[], each: (path: string) => Promise<number>): Promise<number> {
  let total = 0
  for (const path of paths) total += await each(path)
  return total
}

function sizeOf(path: string): number {
  const found = statSync(path, {throwIfNoEntry: false})
  if (!found) return 0
  if (!found.isDirectory()) return found.size
  return readdirSync(path).reduce((total, name) => total + sizeOf(join(path, name)), 0)
}
