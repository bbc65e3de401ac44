/** Before any measurement: every contestant must show the same rows, cell by cell, and the same request. */

import type {Runner} from './arena.ts'
import {callAt} from './contestants.ts'
import {firstNumber} from './fixture.ts'

/**
 * The cells with fields: a row may also have a checkbox before them and buttons after them, which the peers do not
 * have.
 */
function cellsOf(html: string): string[] {
  const rows = [...html.matchAll(/<tr\b[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td\b([^>]*)>(.*?)<\/td>/gs)]
      .filter(([, attributes = '']) => !/class="(?:pick|row-acts)"/.test(attributes))
      .map(([, , cell = '']) => textOf(cell)),
  )
  return rows.filter(row => row.length === 8).flat()
}

/** Initials next to names are decorative. */
function textOf(html: string): string {
  return html
    .replace(/<span class="(?:avatar|face)[^>]*>.*?<\/span>/gs, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&#x?[0-9a-f]+;|&\w+;/gi, entity => decoded(entity))
    .trim()
}

function decoded(entity: string): string {
  const named: Readonly<Record<string, string>> = {'&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"'}
  const [, hex = '', digits = ''] = /^&#(x?)([0-9a-f]+);$/i.exec(entity) ?? []
  return named[entity] ?? String.fromCodePoint(Number.parseInt(digits, hex === '' ? 10 : 16))
}

export async function checkSameRows(runners: readonly Runner[]): Promise<void> {
  const lists = await Promise.all(runners.map(({client, asks}) => client.ask(asks.list, true)))
  const tables = lists.map(({text}) => cellsOf(text))
  for (const [at, cells] of tables.entries()) {
    const name = runners[at]?.contestant.title
    if (cells.length !== 200) throw new Error(`${name} shows ${cells.length} cells, not 25 rows of eight.`)
    const other = cells.findIndex((cell, index) => cell !== tables[0]?.[index])
    if (other >= 0) throw new Error(`${name} shows "${cells[other]}" where others show "${tables[0]?.[other]}".`)
  }
  await checkSameRecord(runners)
}

/** Both respond with the same values; only their cursors differ. */
export async function checkSameCalls(runners: readonly Runner[]): Promise<void> {
  const answers = await Promise.all(
    runners.map(async ({client, asks}) => {
      const {status, text} = await client.ask(callAt(new URL(asks.list.url).origin), true)
      const {requests} = JSON.parse(text)
      return {status, rows: Array.isArray(requests) ? requests.length : 0, text: JSON.stringify(requests)}
    }),
  )
  for (const [at, {status, rows, text}] of answers.entries()) {
    const name = runners[at]?.contestant.title
    if (status !== 200 || rows !== 25) throw new Error(`${name} answers ${status} with ${rows} requests, not 25.`)
    if (text !== answers[0]?.text) throw new Error(`${name} answers ${text} where others answer ${answers[0]?.text}.`)
  }
}

const factsOf = (html: string): string[] =>
  [...html.matchAll(/<dd\b[^>]*>(.*?)<\/dd>/gs)].map(([, fact = '']) => textOf(fact))

async function checkSameRecord(runners: readonly Runner[]): Promise<void> {
  const pages = await Promise.all(runners.map(({client, asks}) => client.ask(asks.record(firstNumber), true)))
  const facts = pages.map(({text}) => JSON.stringify(factsOf(text)))
  for (const [at, each] of facts.entries())
    if (each !== facts[0])
      throw new Error(`${runners[at]?.contestant.title} shows ${each} where others show ${facts[0]}.`)
  for (const [at, {text}] of pages.entries())
    if (!text.includes('<textarea') || !text.includes('A remark about these days'))
      throw new Error(`${runners[at]?.contestant.title} shows no form or no remarks.`)
}
