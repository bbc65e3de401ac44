/**
 * Random documents, people, pages and changes: every page whose content a change has changed was among those that the
 * change concerns. Pages that are computed for nothing are allowed, and counted.
 */
import {describe, expect, test} from 'vitest'
import {entityReferredTo} from '../../src/points/entities/lookup.ts'
import type {Entity} from '../../src/points/entities/model.ts'
import {type Input, operator} from '../../src/screens/testing.ts'
import {PageAudience, type PageReads} from '../../src/server/live/audience.ts'
import {joinedCommits, type StoreCommit} from '../../src/store/commits.ts'
import {type Company, companyOf, type Person, pathOf, withEveryScreen} from '../kit/any-company.ts'
import {documentOf} from '../kit/documents.ts'
import {maybe, pick, type Random, randomFrom} from '../kit/random.ts'
import {randomDocument} from '../kit/random-document.ts'
import {isFillable, sampleTexts} from '../kit/sample-values.ts'
import {casesOn, stores} from '../kit/store-databases.ts'

/** Fields that are computed of other records, which their readers need not be able to read. */
function withSums(document: string, entities: readonly Entity[]): string {
  const others = entities.filter(({name}) => name !== 'User')
  const last = others.at(-1)?.name ?? ''
  // Long enough to be a function of PostgreSQL.
  const terms = Array.from({length: 8}, (_, at) => `sum(${last}[owner = this.owner and open].level) * ${at}`)
  const rows = [
    `| mine | = count(${last}[owner = this.owner]) | |`,
    `| near | = count(${last}[owner.home = this.owner.home and open]) | |`,
    `| total | = sum(${last}[owner = this.owner and open].level) | |`,
    `| worth | = ${terms.join(' + ')} | |`,
  ]
  return others.reduce((text, {name}) => {
    const at = text.indexOf('|---', text.indexOf(`### ${name}\n`))
    const end = text.indexOf('\n', at)
    return `${text.slice(0, end)}\n${rows.join('\n')}${text.slice(end)}`
  }, document)
}

interface OpenPage {
  readonly person: Person
  readonly path: string
  text: string
  reads: PageReads
}

class Pages {
  readonly #company: Company
  readonly #audience: PageAudience
  readonly #now: number
  readonly open: OpenPage[] = []
  readonly counts = {changed: 0, concerned: 0, unconcerned: 0}

  constructor(company: Company) {
    this.#company = company
    this.#audience = new PageAudience(() => company.engine.store)
    this.#now = Date.now()
  }

  async add(person: Person, path: string): Promise<void> {
    this.open.push({person, path, ...(await this.#computed(person, path))})
  }

  async #computed(person: Person, path: string): Promise<{text: string; reads: PageReads}> {
    const {engine, ask} = this.#company
    const headers = {accept: 'application/vnd.nonet.page+json'}
    const address = `${path}${path.includes('?') ? '&' : '?'}_data=x`
    const {value, ...noted} = await engine.store.noteReads(() =>
      engine.at(this.#now, async () => (await ask(person, address, {headers})).text()),
    )
    // A one-time token is another one each time.
    const text = value.replace(/"once":"[^"]*"/, '')
    return {text, reads: this.#audience.readsOf(noted)}
  }

  /** What was committed is told to all pages. */
  async follow(commit: StoreCommit, what: string): Promise<void> {
    this.#audience.forget(commit)
    const decisions = new Map<string, boolean>()
    for (const page of this.open) {
      const isConcerned = await this.#audience.concerns(page.reads, page.person.id, {commit, decisions})
      const now = await this.#computed(page.person, page.path)
      if (now.text !== page.text) {
        this.counts.changed += 1
        expect(isConcerned, `${page.path} of ${page.person.name} after ${what}`).toBe(true)
      }
      this.counts[isConcerned ? 'concerned' : 'unconcerned'] += 1
      if (isConcerned) Object.assign(page, now)
    }
  }
}

class Changes {
  readonly #company: Company
  readonly #random: Random
  #count = 1000

  constructor(company: Company, random: Random) {
    this.#company = company
    this.#random = random
  }

  /** One or several records of one transaction. Rules of the document may refuse it. */
  async make(): Promise<string> {
    const {engine, entities} = this.#company
    const requests = Array.from({length: maybe(this.#random, 0.2) ? 3 : 1}, () =>
      this.#request(pick(this.#random, entities)),
    )
    const person = maybe(this.#random, 0.3) ? pick(this.#random, this.#company.people) : operator
    await engine.change(person, requests)
    await this.#company.sync(entities[0]?.name ?? '')
    return requests.map(({kind, entity, id, fields}) => `${kind} ${entity} ${id} ${[...fields.keys()]}`).join()
  }

  #request(entity: Entity) {
    const kept = this.#company.naive.kept(entity.name)
    const kind =
      kept.length === 0 || maybe(this.#random, 0.2) ? 'create' : maybe(this.#random, 0.15) ? 'delete' : 'update'
    const isPerson = entity.name === 'User'
    const {id} = kind === 'create' || kept.length === 0 ? {} : pick(this.#random, kept)
    const of = kind === 'delete' && !isPerson ? 'delete' : id === undefined ? 'create' : 'update'
    const fields = [...entity.fields.values()].filter(
      field => isFillable(field) && !(isPerson && ['email', 'roles', 'active'].includes(field.name)),
    )
    const chosen = fields.filter(({required}) => (of === 'create' && required) || maybe(this.#random, 0.3))
    const values = new Map<string, Input>()
    for (const field of of === 'delete' ? [] : chosen) {
      this.#count += 1 + Math.floor(this.#random() * 3)
      const target = entityReferredTo(field)
      const ids = target === null ? [] : this.#company.naive.kept(target).map(each => each.id)
      const texts = sampleTexts(field, this.#count, ids)
      if (texts) values.set(field.name, {form: texts})
    }
    return {kind: of, entity: entity.name, fields: values, ...(id === undefined ? {} : {id})} as const
  }
}

describe.each(stores)('on $name, whatever the document', ({name, make}) => {
  test.each(casesOn(name, [1, 2, 3, 6]))(
    'each page that has changed was concerned, document %i',
    async seed => {
      const random = randomFrom(seed)
      const made = randomDocument(random)
      const own = [...documentOf(made).specification.entities.entities.values()]
      const summed = withSums(made, own)
      const entities = [...documentOf(summed).specification.entities.entities.values()]
      const document = withEveryScreen(summed, entities)
      const company = await companyOf(document, await make(document), 8)
      const commits: StoreCommit[] = []
      company.engine.store.onCommit(commit => commits.push(commit))
      const pages = new Pages(company)
      for (const person of company.people)
        for (const entity of company.entities) {
          const ids = company.naive.kept(entity.name).map(({id}) => id)
          const path = pathOf(entity.name)
          await pages.add(person, pick(random, [path, `${path}?q=sample`, `${path}?sort=title`, `${path}?open=yes`]))
          await pages.add(person, `${path}/${pick(random, ids)}`)
          if (maybe(random, 0.3)) await pages.add(person, `${path}/new`)
        }
      const changes = new Changes(company, random)
      for (let n = 0; n < 30; n++) {
        let what = await changes.make()
        if (maybe(random, 0.3)) what += ` and ${await changes.make()}`
        const told = commits.splice(0)
        if (told.length > 0) await pages.follow(told.reduce(joinedCommits), what)
      }
      // Otherwise nothing was tested, or everything was computed.
      expect(pages.counts.changed).toBeGreaterThan(50)
      expect(pages.counts.unconcerned).toBeGreaterThan(100)
      const callsFunctions = pages.open.some(({reads}) => reads.statements.some(({hidden}) => hidden !== undefined))
      expect(callsFunctions).toBe(name === 'postgres')
    },
    240_000,
  )
})
