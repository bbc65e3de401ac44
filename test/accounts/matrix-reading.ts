/**
 * The records of a company that a person receives, as pages, as data and as a file, compared with the naive evaluation.
 */

import {expect} from 'vitest'
import {exportCsv, writeExportFile} from '../../src/engine/csv/export.ts'
import {type Page, pageMediaType} from '../../src/engine/page/frame.ts'
import type {ListData} from '../../src/features/collections/data.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import {CalendarDate} from '../../src/feel/calendar.ts'
import type {Reference} from '../../src/feel/value.ts'
import {entityReferredTo, shownFields} from '../../src/points/entities/lookup.ts'
import type {Entity, Field} from '../../src/points/entities/model.ts'
import type {Actor} from '../../src/screens/testing.ts'
import {type Company, isShown, pathOf} from '../kit/any-company.ts'
import type {NaiveVisibility} from '../kit/naive-visibility.ts'

const wanted = {accept: pageMediaType}

async function pageAt<T>(company: Company, actor: Actor, path: string): Promise<{status: number; data: T}> {
  const key = path.includes('?') ? '&' : '?'
  const answer = await company.ask(actor, `${path}${key}_data=x`, {headers: wanted})
  const page: Page = await answer.json()
  return {status: page.status, data: page.data as T}
}

export async function readEverything(company: Company, entity: Entity, actor: Actor): Promise<number> {
  const visibility = company.sightOf(actor)
  const columns = [...entity.fields.values()].filter(isShown)
  const found: string[] = []
  let path: string | null = pathOf(entity.name)
  while (path !== null) {
    const {status, data}: {status: number; data: ListData} = await pageAt<ListData>(company, actor, path)
    expect(status).toBe(200)
    const shown = data.records.map(({id}) => ({entity: entity.name, id}))
    // No date is in the year 0.
    const years = columns.map(field => (isOfSeveralYears(visibility, field, shown) ? [0] : []))
    for (const {id, cells} of data.records) {
      const texts = columns.map(({name}, at) =>
        visibility.text({entity: entity.name, id}, [name], ...(years[at] ?? [])),
      )
      expect([id, ...cells.map(({text}) => text)]).toEqual([id, ...texts])
      found.push(id)
    }
    path = data.page.next
  }
  expect(found.toSorted()).toEqual(
    visibility
      .seen(entity.name)
      .map(({id}) => id)
      .toSorted(),
  )
  return found.length
}

/** A column of dates of which one is in another year has the year in all of them. */
function isOfSeveralYears(visibility: NaiveVisibility, {name, span}: Field, shown: readonly Reference[]): boolean {
  const year = new Date(visibility.world.now).getUTCFullYear()
  const dates = span ? [] : shown.map(at => visibility.at(at, [name]))
  return dates.some(date => date instanceof CalendarDate && date.year !== year)
}

/**
 * One visible and one hidden record: all fields of the first, and for the second the same response as for a missing
 * one.
 */
export async function readOneByOne(company: Company, entity: Entity, actor: Actor): Promise<void> {
  const visibility = company.sightOf(actor)
  const all = company.naive.kept(entity.name)
  const seen = all.find(each => visibility.isSeen(each))
  const hidden = all.find(each => !visibility.isSeen(each))
  const shown = shownFields(entity).filter(each => each.type.storage.kind !== 'other side')
  if (seen) {
    const {data} = await pageAt<RecordData>(company, actor, `${pathOf(entity.name)}/${seen.id}`)
    const cells = shown.flatMap((field, index) => (isShown(field) ? [data.cells[index]?.text ?? ''] : []))
    // A “no” that is only the default is not shown.
    const isUsualNo = ({name, default: usual}: Field) =>
      usual?.core?.op === 'value' && usual.core.value === false && visibility.at(seen, [name]) === false
    const wanted = shown.filter(isShown).map(field => (isUsualNo(field) ? '' : visibility.text(seen, [field.name])))
    // A record page formats dates at length; it exists if the record is visible.
    const plain = shown.filter(isShown).map(({type, span}) => !span && !type.type.kind.startsWith('date'))
    const same = (text: string, at: number) => (plain[at] || text === '' || wanted[at] === '' ? text : wanted[at])
    expect(cells.map(same)).toEqual(wanted)
  }
  if (hidden) {
    const answers = await Promise.all(
      [hidden.id, '01900000-0000-7000-8000-000000000001'].map(async id => {
        const answer = await company.ask(actor, `${pathOf(entity.name)}/${id}`)
        return [answer.status, (await answer.text()).replaceAll(id, 'ID')]
      }),
    )
    expect(answers[0]?.[0]).toBe(404)
    expect(answers[0]).toEqual(answers[1])
  }
}

const madeUp = /sample[ .]\d+|example\.com\/\d+/g

/** Every generated text that is visible according to the naive evaluation. */
function textsSeen(company: Company, sights: readonly NaiveVisibility[]): ReadonlySet<string> {
  const seen = new Set<string>()
  for (const {name, fields} of company.entities)
    for (const at of company.naive.kept(name))
      for (const field of fields.values()) {
        const value = company.naive.field(at, field.name)
        if (typeof value !== 'string' || !sights.every(visibility => visibility.seesField(at, field.name))) continue
        for (const [text] of value.matchAll(madeUp)) seen.add(text)
      }
  return seen
}

const tokensIn = (text: string): string[] => [...new Set(text.match(madeUp) ?? [])]

/** HTML pages contain no text that the person may not read: in a list, a record, a form or its options. */
export async function readAsDocuments(company: Company, actor: Actor): Promise<number> {
  const visibility = company.sightOf(actor)
  const seen = textsSeen(company, [visibility])
  let found = 0
  for (const {name} of company.entities) {
    const one = visibility.seen(name)[0]
    const paths = [pathOf(name), `${pathOf(name)}/new`, ...(one ? [`${pathOf(name)}/${one.id}`] : [])]
    for (const path of paths) {
      const tokens = tokensIn(await (await company.ask(actor, path)).text())
      expect([path, tokens.filter(token => !seen.has(token))]).toEqual([path, []])
      found += tokens.length
    }
  }
  return found
}

/** Exported files and lists: records that may be read and exported, with the fields for which both hold. */
export async function exportEverything(company: Company, actor: Actor): Promise<void> {
  const [reading, exporting] = [company.sightOf(actor), company.sightOf(actor, 'export')]
  const seen = textsSeen(company, [reading, exporting])
  // References are named by readable fields, whether exportable or not.
  const named = textsSeen(company, [reading])
  for (const {name, fields} of company.entities) {
    const {bytes} = await writeExportFile(company.engine, {actor}, reader => exportCsv(reader, {entity: name}))
    const text = await new Response(bytes).text()
    const records = reading.seen(name).filter(at => exporting.isSeen(at))
    const leads = [...fields.values()].some(field => entityReferredTo(field) !== null)
    expect([name, tokensIn(text).filter(token => !(leads ? named : seen).has(token))]).toEqual([name, []])
    const [, ...lines] = text.split('\r\n').filter(line => line !== '')
    const ids = lines.map(line => line.split(',')[0])
    expect([name, ids]).toEqual([name, records.map(({id}) => id).toSorted()])
    const answer = await company.ask(actor, `${pathOf(name)}?_export=csv`)
    const mayExport = exporting.granted.get(name)?.length !== 0
    expect([name, answer.status]).toEqual([name, mayExport ? 200 : 403])
    if (!mayExport) continue
    const listed = await answer.text()
    expect([name, tokensIn(listed).filter(token => !(leads ? named : seen).has(token))]).toEqual([name, []])
    const [head = '', ...rows] = listed.replace('\uFEFF', '').split('\r\n')
    if (head !== '') expect([name, rows.filter(row => row !== '').length]).toEqual([name, records.length])
  }
}
