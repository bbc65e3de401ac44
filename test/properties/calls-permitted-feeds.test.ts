/**
 * A random document, people and records: feeds of lists and calendars contain exactly the result of a naive evaluation
 * for everyone.
 */
import {describe, expect, test} from 'vitest'
import {parseAddress} from '../../src/engine/address.ts'
import {atomFeed, icalendar, jsonFeed} from '../../src/engine/feeds/feed-formats.ts'
import {toMillis} from '../../src/feel/calendar.ts'
import type {Reference} from '../../src/feel/value.ts'
import type {Entity, Field} from '../../src/points/entities/model.ts'
import {type Actor, createApplication, nobody} from '../../src/screens/testing.ts'
import {type Company, companyOf, isShown, pathOf, withEveryScreen} from '../kit/any-company.ts'
import {documentOf} from '../kit/documents.ts'
import {randomFrom} from '../kit/random.ts'
import {randomDocument} from '../kit/random-document.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const calendarPath = (entity: string): string => `/when/${entity.toLowerCase()}`

const dated = ({fields}: Entity): Field | null =>
  [...fields.values()].find(({computed, type}) => computed === null && type.type.kind === 'date') ?? null

/** A feed for the list of each entity, and a calendar for each entity with a date. */
function withEveryFeed(document: string, entities: readonly Entity[]): string {
  const calendars = entities.flatMap(entity => {
    const field = dated(entity)
    if (!field) return []
    return [
      `| When ${entity.name} | ${calendarPath(entity.name)} | calendar of ${entity.name} by ${field.name} | everyone |`,
    ]
  })
  return withEveryScreen(document, entities)
    .replace(/^### All (\w+)\n/gm, '### All $1\n\n- feed: atom, json\n')
    .replace(
      '| Screen | Route | Shows | For |\n|---|---|---|---|\n',
      head => head + calendars.map(row => `${row}\n`).join(''),
    )
}

const byId = <T extends {readonly id: string}>(all: readonly T[]): T[] => all.toSorted((a, b) => (a.id < b.id ? -1 : 1))

class FeedReader {
  readonly #company: Company
  readonly #actor: Actor
  readonly #application: ReturnType<typeof createApplication>

  constructor(company: Company, actor: Actor) {
    this.#company = company
    this.#actor = actor
    this.#application = createApplication(company.engine.specification, {engine: company.engine})
  }

  async read(target: string) {
    const parsed = parseAddress(target)
    if (parsed.kind !== 'ok') throw new Error(target)
    const {address} = parsed
    const opened = this.#application.open(address.path, this.#actor)
    const feed = opened?.screen.feed
    if (!feed) throw new Error(`no feed at ${target}`)
    return feed.load({
      ...address,
      parameters: {},
      actor: this.#actor,
      failed: cause => {
        throw cause
      },
      idempotency: null,
      sender: {address: '', agent: '', session: null, browser: null},
    })
  }

  /** The list: the visible records, and no line of a hidden field. */
  async listHolds(entity: Entity): Promise<number> {
    const sight = this.#company.sightOf(this.#actor)
    const feed = await this.read(pathOf(entity.name))
    if (feed.kind !== 'entries') throw new Error('not a list')
    const seen = byId(sight.seen(entity.name))
    const entries = byId(feed.entries)
    expect(entries.map(({id}) => id)).toEqual(seen.map(({id}) => id))
    for (const [index, entry] of entries.entries()) {
      const record = seen[index]
      if (record) this.#hidesIn(entry.lines, record, entity)
    }
    const place = {origin: 'http://localhost', page: '/', self: '/', product: 'P', language: 'en'}
    expect(JSON.parse(jsonFeed(feed, place)).items).toHaveLength(seen.length)
    expect(atomFeed(feed, place).match(/<entry>/g) ?? []).toHaveLength(seen.length)
    return seen.length
  }

  #hidesIn(lines: readonly string[], record: Reference, entity: Entity): void {
    const sight = this.#company.sightOf(this.#actor)
    for (const field of [...entity.fields.values()].filter(isShown)) {
      const shown = lines.some(line => line.startsWith(`${field.label}: `))
      if (!sight.seesField(record, field.name)) expect([field.name, shown]).toEqual([field.name, false])
    }
  }

  /** The calendar: the visible records whose date is visible and near; without requested ones, the rest of them. */
  async calendarHolds(entity: Entity, field: Field): Promise<number> {
    const sight = this.#company.sightOf(this.#actor)
    const feed = await this.read(calendarPath(entity.name))
    if (feed.kind !== 'calendar') throw new Error('not a calendar')
    const today = Math.floor(toMillis(this.#company.engine.moment().now) / 86_400_000)
    const near = sight.seen(entity.name).filter(record => {
      const value = sight.at(record, [field.name])
      const text = value === undefined || value === null ? null : field.type.toJson(value)
      const day = typeof text === 'string' ? Date.parse(text) / 86_400_000 : Number.NaN
      return day >= today - 92 && day <= today + 366
    })
    expect(byId(feed.events).map(({id}) => id)).toEqual(byId(near).map(({id}) => id))
    const decided = await this.read(`${calendarPath(entity.name)}?requested=no`)
    if (decided.kind !== 'calendar') throw new Error('not a calendar')
    expect(decided.events).toEqual(feed.events.filter(({tentative}) => !tentative))
    const place = {origin: 'http://localhost', page: '/', self: '/', product: 'P', language: 'en'}
    expect(icalendar(feed, place).match(/^BEGIN:VEVENT/gm) ?? []).toHaveLength(near.length)
    return near.length
  }
}

describe.each(storesOfStories)('on $name, whatever the document', ({make}) => {
  test('feeds show everyone exactly the granted data', async () => {
    const written = randomDocument(randomFrom(1))
    const entities = [...documentOf(written).specification.entities.entities.values()]
    const company = await companyOf(withEveryFeed(written, entities), await make(), 8)
    let [entries, events] = [0, 0]
    for (const actor of [...company.people, nobody]) {
      const reader = new FeedReader(company, actor)
      for (const entity of company.entities) {
        entries += await reader.listHolds(entity)
        const field = dated(entity)
        if (field) events += await reader.calendarHolds(entity, field)
      }
    }
    expect(entries).toBeGreaterThan(10)
    expect(events).toBeGreaterThan(0)
  }, 240_000)
})
