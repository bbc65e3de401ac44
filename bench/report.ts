/** The figures as a table for the terminal and as Markdown for docs/benchmarks.md. */
import {execFileSync} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {cpus, totalmem} from 'node:os'
import {join} from 'node:path'
import type {Judged} from './bounds.ts'
import {callContestants, contestants, type Name} from './contestants.ts'
import {type Measured, middle, ratioTo} from './figures.ts'

const others = contestants.filter(({name}) => name !== 'nonet')

const figure = (value: number): string =>
  Number.isNaN(value)
    ? '–'
    : value >= 100
      ? Math.round(value).toLocaleString('en')
      : value.toPrecision(value >= 10 ? 3 : 2)

function ratioText(measured: Measured, other: Name): string {
  const ratio = ratioTo(measured, other)
  if (!ratio) return '–'
  const spread = ratio.least === ratio.most ? '' : ` (${figure(ratio.least)}–${figure(ratio.most)})`
  return `× ${figure(ratio.middle)}${spread}`
}

export function tableOf(measured: readonly Measured[]): string {
  const ofCalls = measured.filter(({by}) => by.fastify)
  const ofPages = measured.filter(({by}) => !by.fastify)
  return [
    ...(ofPages.length > 0 ? [pageTable(ofPages)] : []),
    ...(ofCalls.length > 0 ? [callTable(ofCalls)] : []),
  ].join('\n\n')
}

function callTable(measured: readonly Measured[]): string {
  const rows = measured.map(each => [
    each.what,
    each.unit,
    ...callContestants.map(({name}) => figure(middle(each.by[name] ?? []))),
    ratioText(each, 'fastify'),
  ])
  return table(['', '', ...callContestants.map(({title}) => title), 'to Fastify'], rows)
}

function pageTable(measured: readonly Measured[]): string {
  const titles = contestants.map(({title}) => title)
  const head = ['', '', ...titles, ...others.map(({title}) => `to ${title}`)]
  const rows = measured.map(each => [
    each.what,
    each.unit,
    ...contestants.map(({name}) => figure(middle(each.by[name] ?? []))),
    ...others.map(({name}) => ratioText(each, name)),
  ])
  return table(head, rows)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, at) => (at < 2 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

export function judgedText(judged: readonly Judged[]): string {
  const rows = judged.map(({what, against, than, atLeast, atMost, ratio, held}) => {
    const bound = atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`
    return `| ${what} | ${against ? titleOf(against) : (than ?? 'itself')} | ${bound} | ${figure(ratio)} | ${held ? 'yes' : '**no**'} |`
  })
  return ['| What | Against | Bound | Measured | Held |', '|---|---|---|---:|---|', ...rows].join('\n')
}

const titleOf = (name: Name): string =>
  [...contestants, ...callContestants].find(each => each.name === name)?.title ?? name

/** Machine, versions and date, without which figures are meaningless. */
export function circumstances(): string {
  const [cpu] = cpus()
  const versionOf = (peer: string, name: string) =>
    packageVersion(join(import.meta.dirname, 'peers', peer, 'node_modules', name))
  const versions = `Next.js ${versionOf('next', 'next')}, Fastify ${versionOf('fastify', 'fastify')}, React Router ${versionOf('react-router', 'react-router')}, React ${packageVersion('node_modules/react')}, Node ${process.versions.node}, SQLite ${process.versions['sqlite']}`
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {encoding: 'utf8'}).trim()
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}. ${cpus().length} × ${cpu?.model ?? process.arch} (${process.arch}, ${process.platform}), ${Math.round(totalmem() / 2 ** 30)} GB. ${versions}.`
}

function packageVersion(folder: string): string {
  try {
    const read: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return typeof read === 'object' && read !== null && 'version' in read ? String(read.version) : '?'
  } catch {
    return '?'
  }
}

const began = '<!-- figures: written by npm run bench -->'
const ended = '<!-- end of figures -->'

/** Replaces the figures between their markers; the surrounding text is written by hand. */
export function replaceFigures(page: string, figures: string): string {
  const from = page.indexOf(began)
  const to = page.indexOf(ended)
  if (from < 0 || to < from) throw new Error('docs/benchmarks.md has lost the marks of its figures.')
  return `${page.slice(0, from + began.length)}\n\n${figures}\n\n${page.slice(to)}`
}
