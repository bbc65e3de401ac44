/**
 * Random documents, people and records: writes by calls and tools, and reads by tools and feeds, are permitted exactly
 * as in a naive evaluation.
 */
import {describe, expect, test} from 'vitest'
import type {Json} from '../../src/feel/core.ts'
import type {Entity, Field} from '../../src/points/entities/model.ts'
import {type Actor, createApplication, nobody} from '../../src/screens/testing.ts'
import {type Company, companyOf, isShown, pathOf, withEveryScreen} from '../kit/any-company.ts'
import {documentOf} from '../kit/documents.ts'
import {type Attempt, Attempts} from '../kit/matrix.ts'
import {somewhere} from '../kit/people.ts'
import {randomFrom} from '../kit/random.ts'
import {randomDocument} from '../kit/random-document.ts'
import {isFillable, locale} from '../kit/sample-values.ts'
import {casesOn, stores} from '../kit/store-databases.ts'

const callsAt = (entity: string): string => `/api/${entity.toLowerCase()}`

/** A list with a feed for every entity, and calls to read, create, change and delete. */
function withEveryWrite(document: string, entities: readonly Entity[]): string {
  const row = (entity: Entity, [name, method, path, does]: readonly [string, string, string, string]) =>
    `| ${name} ${entity.name} | ${method} | ${callsAt(entity.name)}${path} | ${does} ${entity.name} | everyone |`
  const rows = entities.flatMap(entity =>
    (
      [
        ['All', 'GET', '', 'list of'],
        ['Make', 'POST', '', 'create'],
        ['Change', 'PUT', '/:id', 'update'],
        ['Remove', 'DELETE', '/:id', 'delete'],
      ] as const
    ).map(each => row(entity, each)),
  )
  const calls = ['## 7. Calls', '', '| Call | Method | Path | Does | For |', '|---|---|---|---|---|', ...rows, '']
  const sections = entities.map(({name}) => `### All ${name}\n\n- paging: none\n`)
  return withEveryScreen(document, entities)
    .replaceAll(/^### All \w+\n/gm, heading => `${heading}\n- feed: json`)
    .replace('## 9. Limits', [...calls, ...sections, '## 9. Limits'].join('\n'))
}

type Outcome = 'allowed' | 'refused' | 'unseen'

interface Write {
  readonly name: 'make' | 'change' | 'remove'
  readonly entity: Entity
}

class Doors {
  readonly #company: Company
  readonly counts: Record<Outcome, number> = {allowed: 0, refused: 0, unseen: 0}
  #count = 0

  constructor(company: Company) {
    this.#company = company
  }

  /** By the call itself, or by its tool, in turn. */
  async write({actor, texts, at}: Attempt, {name, entity}: Write): Promise<{outcome: Outcome; said: string}> {
    this.#count += 1
    const body = name === 'remove' ? null : bodyOf(entity, texts, this.#company)
    return this.#count % 2 === 0
      ? this.#byCall(actor, {name, entity, id: at?.id ?? '', body})
      : this.#byTool(actor, {name, entity, id: at?.id ?? '', body})
  }

  async #byCall(actor: Actor, {name, entity, id, body}: Write & {id: string; body: Json}) {
    const method = name === 'make' ? 'POST' : name === 'change' ? 'PUT' : 'DELETE'
    const response = await this.#company.ask(actor, `${callsAt(entity.name)}${name === 'make' ? '' : `/${id}`}`, {
      method,
      ...(body === null ? {} : {body: JSON.stringify(body), headers: {'content-type': 'application/json'}}),
    })
    const said = await response.text()
    return {outcome: outcomeOf(response.status), said}
  }

  async #byTool(actor: Actor, {name, entity, id, body}: Write & {id: string; body: Json}) {
    const result = await this.tool(actor, `${name}${entity.name}`, {
      ...(name === 'make' ? {} : {id}),
      ...(body === null ? {} : {body}),
    })
    const said = result.content[0]?.text ?? ''
    return {outcome: result.isError ? outcomeOf(Number(JSON.parse(said).status)) : ('allowed' as const), said}
  }

  async tool(actor: Actor, name: string, given: Json): Promise<ToolAnswer> {
    const response = await this.#company.ask(actor, '/_mcp', {
      method: 'POST',
      headers: {'content-type': 'application/json', accept: 'application/json, text/event-stream'},
      body: JSON.stringify({jsonrpc: '2.0', id: 1, method: 'tools/call', params: {name, arguments: given}}),
    })
    const text = await response.text()
    const [, message = text] = /^data: (.*)$/m.exec(text) ?? []
    return JSON.parse(message).result
  }

  /** A rejected write changes nothing. */
  async holds(attempt: Attempt, write: Write): Promise<void> {
    const {naive} = this.#company
    const {actor, texts, at, expected} = attempt
    const before = at && naive.stored(at)
    const {outcome, said} = await this.write(attempt, write)
    const told = `${JSON.stringify(actor)} ${write.name} ${write.entity.name} ${at?.id} ${JSON.stringify([...texts])} ${said}`
    expect([told, outcome]).toEqual([told, expected])
    this.counts[expected] += 1
    const made = await this.#company.sync(write.entity.name)
    expect([told, made.length]).toEqual([told, expected === 'allowed' && write.name === 'make' ? 1 : 0])
    if (expected !== 'allowed' && at) expect([told, naive.stored(at)]).toEqual([told, before])
  }
}

interface ToolAnswer {
  readonly isError?: boolean
  readonly content: readonly {readonly text: string}[]
  readonly structuredContent?: Json
}

const outcomeOf = (status: number): Outcome => (status < 300 ? 'allowed' : status === 404 ? 'unseen' : 'refused')

/** The input of a form, as JSON. */
function bodyOf(entity: Entity, texts: Attempt['texts'], {engine}: Company): Json {
  const zone = engine.specification.limits.settings.TIME_ZONE
  return Object.fromEntries(
    [...texts].map(([name, given]): [string, Json] => {
      const field = entity.fields.get(name)
      const read = field && isFillable(field) ? field.type.fromForm(given, {...locale, zone}) : null
      return [name, field && read?.ok ? field.type.toJson(read.value) : (given[0] ?? '')]
    }),
  )
}

/** The first attempt of each outcome, if there is one. */
function oneOfEach(attempts: readonly Attempt[]): Attempt[] {
  const usable = attempts.filter(({clashes, changes}) => !clashes && changes)
  return [...new Map(usable.toReversed().map(attempt => [attempt.expected, attempt])).values()]
}

async function writeEverything(company: Company, doors: Doors, entity: Entity): Promise<void> {
  const attempts = new Attempts(company)
  const fields = [...entity.fields.values()].filter(field => isShown(field) && isFillable(field))
  const asking = (field: Field, make: (actor: Actor) => readonly Attempt[]) =>
    oneOfEach([...company.people, nobody].flatMap(make)).map(attempt => ({attempt, field}))
  for (const field of fields) {
    for (const {attempt} of asking(field, actor => [attempts.create(actor, entity, field)]))
      await doors.holds(attempt, {name: 'make', entity})
    const some = company.naive.kept(entity.name).slice(0, 5)
    for (const {attempt} of asking(field, actor => some.map(at => attempts.update(actor, entity, {field, at}))))
      await doors.holds(attempt, {name: 'change', entity})
  }
  if (entity.name === 'User') return
  const fresh = {entity: entity.name, id: await company.makeUp(entity)}
  for (const attempt of oneOfEach([...company.people, nobody].map(actor => attempts.delete(actor, fresh))).toSorted(
    (a, b) => Number(a.expected === 'allowed') - Number(b.expected === 'allowed'),
  ))
    await doors.holds(attempt, {name: 'remove', entity})
}

/** The list by its call, by its tool and by its feed: the same records, with the same titles. */
async function readEverywhere(company: Company, doors: Doors, entity: Entity): Promise<void> {
  const application = createApplication(company.engine.specification, {engine: company.engine})
  const path = pathOf(entity.name)
  for (const actor of [...company.people, nobody]) {
    const sight = company.sightOf(actor)
    const seen = sight
      .seen(entity.name)
      .map(({id}) => id)
      .toSorted()
    const called = await (await company.ask(actor, callsAt(entity.name))).json()
    const tool = await doors.tool(actor, `all${entity.name}`, {})
    expect(tool.structuredContent).toEqual(called)
    expect(called.items.map(({id}: {id: string}) => id).toSorted()).toEqual(seen)
    const opened = application.open(path, actor)
    const feed = await opened?.screen.feed?.load({
      path,
      query: new URLSearchParams(),
      url: path,
      parameters: {},
      actor,
      failed: cause => {
        throw cause
      },
      idempotency: null,
      sender: somewhere,
    })
    if (feed?.kind !== 'entries') throw new Error('no feed')
    // A feed has at most fifty.
    expect(feed.entries).toHaveLength(Math.min(50, seen.length))
    for (const {id, lines} of feed.entries) {
      expect(seen).toContain(id)
      const title = entity.fields.has('title') ? sight.at({entity: entity.name, id}, ['title']) : null
      expect(lines.some(line => line === `Title: ${title}`)).toBe(typeof title === 'string')
    }
  }
}

describe.each(stores)('on $name, whatever the document', ({name, make}) => {
  test.each(casesOn(name, [4, 5]))(
    'calls, tools and feeds permit everyone exactly the grants, document %i',
    async seed => {
      const written = randomDocument(randomFrom(seed))
      const entities = [...documentOf(written).specification.entities.entities.values()]
      const document = withEveryWrite(written, entities)
      const company = await companyOf(document, await make(document), 6)
      const doors = new Doors(company)
      for (const entity of company.entities) await readEverywhere(company, doors, entity)
      for (const entity of company.entities) await writeEverything(company, doors, entity)
      for (const count of Object.values(doors.counts)) expect(count).toBeGreaterThan(1)
    },
    120_000,
  )
})
