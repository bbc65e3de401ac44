/**
 * Every role × entity × create, read, update, delete × field of every document, over HTTP: everything that a naive
 * evaluation of the grants permits succeeds, and everything else writes nothing, in any table.
 */

import {readdirSync, readFileSync} from 'node:fs'
import {expect} from 'vitest'
import type {Reference} from '../../src/feel/value.ts'
import type {Entity, Field} from '../../src/points/entities/model.ts'
import {ownFields} from '../../src/points/entities/own-fields.ts'
import type {Act} from '../../src/points/roles/model.ts'
import {type Actor, type Input, nobody} from '../../src/screens/testing.ts'
import {type Company, companyOf, isShown, pathOf, withEveryScreen} from '../kit/any-company.ts'
import {documentOf} from '../kit/documents.ts'
import {type Attempt, Attempts, authorOf} from '../kit/matrix.ts'
import {grantLines, type LineGrant} from '../kit/naive-grants.ts'
import {isFillable} from '../kit/sample-values.ts'
import {sqlite} from '../kit/store-databases.ts'
import {exportEverything, readAsDocuments, readEverything, readOneByOne} from './matrix-reading.ts'

function textOf(path: string): string {
  const files = readdirSync(path).filter(file => /^[^.]+\.md$/.test(file))
  return files
    .toSorted()
    .map(file => readFileSync(`${path}/${file}`, 'utf8'))
    .join('\n')
}

async function open(path: string, each: number): Promise<{company: Company; document: string}> {
  const written = textOf(path)
  const entities = [...documentOf(written).specification.entities.entities.values()]
  const document = withEveryScreen(written, entities)
  return {company: await companyOf(document, await sqlite.make(), each), document}
}

/** One person per role, and a visitor. */
const lookers = ({people}: Company): Actor[] => {
  const seen = new Set<string>()
  const first = people.filter(({roles}) => {
    const key = roles.join()
    const known = seen.has(key)
    seen.add(key)
    return !known
  })
  return [...first, nobody]
}

type Expected = Attempt['expected']

/** The first attempt of each outcome, if there is one. */
function oneOfEach(attempts: Iterable<Attempt>, outcomes: number): Attempt[] {
  const found = new Map<Expected, Attempt>()
  for (const attempt of attempts) {
    if (!attempt.clashes && !found.has(attempt.expected)) found.set(attempt.expected, attempt)
    if (found.size === outcomes) break
  }
  return [...found.values()]
}

const peopleLike = ({people}: Company, actor: Actor): Actor[] =>
  actor.kind === 'person' ? people.filter(({roles}) => roles.join() === actor.roles.join()) : [actor]

const saidIn = (html: string): string => /<div class="summary".*?<\/div>/.exec(html)?.[0] ?? ''

/** The result of an attempt, through any interface. */
interface Answer {
  readonly kind: 'done' | 'refused' | 'unseen'
  readonly said: string
}

interface Tried {
  readonly act: Act
  readonly entity: Entity
  readonly field: Field | null
}

class Matrix {
  readonly company: Company
  readonly attempts: Attempts
  /** Lines of the document that permitted something. */
  readonly used = new Set<string>()
  readonly cells = {allowed: 0, refused: 0, unseen: 0}

  constructor(company: Company) {
    this.company = company
    this.attempts = new Attempts(company)
  }

  async create(entity: Entity, actor: Actor, field: Field): Promise<void> {
    for (const attempt of oneOfEach(this.creations(entity, actor, field), 2)) {
      const answer = await this.post(attempt, {path: `${pathOf(entity.name)}/new`, action: 'create'})
      this.judge(attempt, answer, {act: 'create', entity, field})
      // What it makes due may create others.
      if (attempt.expected === 'allowed') expect(await this.company.sync(entity.name)).not.toEqual([])
    }
  }

  private *creations(entity: Entity, actor: Actor, field: Field): Generator<Attempt> {
    const tries = this.attempts.depends(actor, 'create', entity.name) ? 12 : 1
    for (let n = 0; n < tries; n += 1)
      for (const each of peopleLike(this.company, actor)) yield this.attempts.create(each, entity, field)
  }

  async update(entity: Entity, actor: Actor, field: Field): Promise<void> {
    for (const attempt of this.oneOfEachLine(this.updates(entity, actor, field))) {
      const {at} = attempt
      if (!at) continue
      const before = this.company.naive.stored(at)
      this.judge(attempt, await this.change(attempt, 'update'), {act: 'update', entity, field})
      if (attempt.expected !== 'allowed') continue
      await this.company.sync(entity.name)
      const version = Number(this.company.naive.stored(at)?.get('version'))
      // A system action that the change made due may have followed at once.
      if (isShown(field)) expect(version).toBeGreaterThan(Number(before?.get('version')))
    }
  }

  /** One of each outcome, and one for each line of the document that has not permitted anything yet. */
  private oneOfEachLine(attempts: Iterable<Attempt>): Attempt[] {
    const all = [...attempts]
    const isNew = ({by, clashes}: Attempt) => !clashes && by.some(({text}) => !this.used.has(`update ${text}`))
    const byLines = Map.groupBy(all.filter(isNew), ({by}) => by.map(({text}) => text).join())
    return [...new Set([...oneOfEach(all, 3), ...[...byLines.values()].flatMap(same => same.slice(0, 1))])]
  }

  /** If only some records may be changed, all are tried; otherwise one represents the others. */
  private *updates(entity: Entity, actor: Actor, field: Field): Generator<Attempt> {
    const all = this.company.naive.kept(entity.name)
    const depends =
      authorOf(entity, field) !== null ||
      (['read', 'update'] as const).some(act => this.attempts.depends(actor, act, entity.name))
    for (const each of peopleLike(this.company, actor))
      for (const at of depends ? all : all.slice(0, 2)) {
        const attempt = this.attempts.update(each, entity, {field, at})
        if (attempt.changes) yield attempt
      }
  }

  async delete(entity: Entity, actor: Actor): Promise<void> {
    for (const attempt of oneOfEach(await this.deletions(entity, actor), 3)) {
      const answer = await this.change(attempt, 'delete')
      this.judge(attempt, answer, {act: 'delete', entity, field: null})
      if (attempt.expected !== 'allowed') continue
      await this.company.sync(entity.name)
      expect(attempt.at && this.company.naive.stored(attempt.at)).toBe(null)
    }
  }

  /** A record that others refer to cannot be deleted, so one without references is used. */
  private async deletions(entity: Entity, actor: Actor): Promise<Attempt[]> {
    const {naive} = this.company
    const people = peopleLike(this.company, actor)
    const all = naive.kept(entity.name).flatMap(at => people.map(each => this.attempts.delete(each, at)))
    const allowed = all.find(({expected}) => expected === 'allowed')
    if (!allowed?.at) return all
    const at = {entity: entity.name, id: await this.company.makeUp(entity, this.likeness(entity, allowed.at))}
    this.company.hasWritten()
    return [this.attempts.delete(allowed.actor, at), ...all.filter(({expected}) => expected !== 'allowed')]
  }

  /** A copy, except for values that must differ. */
  private likeness(entity: Entity, at: Reference): ReadonlyMap<string, Input> {
    const fields = [...entity.fields.values()].filter(
      field => (isFillable(field) || field.state || field.setByEngine) && isShown(field) && !field.unique,
    )
    // Changing the last field of a unique combination is enough.
    const together = new Set(entity.unique.flatMap(names => names.slice(-1)))
    return new Map(
      fields
        .filter(({name}) => !together.has(name))
        .map(({name}) => [name, {value: this.company.naive.field(at, name)}]),
    )
  }

  private async post(
    {actor, texts}: Attempt,
    {path, action, version}: {path: string; action: string; version?: number},
  ): Promise<Answer> {
    const fields = [...texts].flatMap(([name, given]) => given.map((text): [string, string] => [name, text]))
    const seen: [string, string][] = version === undefined ? [] : [['_version', String(version)]]
    const answer = await this.company.send(actor, path, [['_action', action], ...seen, ...fields])
    const kind = answer.status === 303 ? 'done' : answer.status === 404 ? 'unseen' : 'refused'
    return {kind, said: `${answer.status} ${kind === 'done' ? '' : saidIn(await answer.text())}`}
  }

  /** To the page of the record itself, like its forms. */
  private change(attempt: Attempt, action: 'update' | 'delete'): Promise<Answer> {
    const {entity = '', id = ''} = attempt.at ?? {}
    const version = Number(this.company.naive.stored({entity, id})?.get('version'))
    return this.post(attempt, {path: `${pathOf(entity)}/${id}`, action, version})
  }

  private judge(attempt: Attempt, {kind, said}: Answer, {act, entity, field}: Tried): void {
    const written = this.company.hasWritten()
    const {actor, texts, at, expected, by} = attempt
    const told = `${JSON.stringify(actor)} ${act} ${entity.name}.${field?.name} ${at?.id} ${JSON.stringify([...texts])} ${said}`
    this.cells[expected] += 1
    for (const {text} of by) this.used.add(`${act} ${text}`)
    if (expected === 'allowed') expect([told, kind]).toEqual([told, 'done'])
    else expect([told, kind !== 'done', written]).toEqual([told, true, false])
    if (expected === 'unseen') expect([told, kind]).toEqual([told, 'unseen'])
  }
}

/** Everything that the table of grants permits, line by line. */
function promised(document: string): string[] {
  const changes: readonly string[] = ['create', 'read', 'update', 'delete']
  return grantLines(document).flatMap(line =>
    line.acts.filter(act => changes.includes(act)).map(act => `${act} ${line.text}`),
  )
}

/** Fields that nobody may fill in are tried once, by the person with the most permissions. */
function fieldsTried(entity: Entity, actor: Actor, {people}: Company): Field[] {
  return [...entity.fields.values(), ...(actor === people.at(-1) ? ownFields.values() : [])]
}

async function changeEverything(matrix: Matrix, entity: Entity, actor: Actor): Promise<void> {
  for (const field of fieldsTried(entity, actor, matrix.company)) {
    await matrix.create(entity, actor, field)
    await matrix.update(entity, actor, field)
  }
  await matrix.delete(entity, actor)
}

/** The lines that someone's visibility depends on: misreading one of them would be noticed. */
function decidingLines({company, used}: Matrix): void {
  for (const person of company.people)
    for (const {name} of company.entities) {
      const grants = company.grants(person.roles, 'read', name)
      const visibility = company.sightOf(person)
      for (const at of company.naive.kept(name)) {
        const holding = grants.filter(grant => visibility.holding(at, [grant]).length > 0)
        for (const grant of holding) if (decides(grant, holding)) used.add(`read ${grant.line.text}`)
      }
    }
}

/** Whether something would be hidden without this one. */
function decides(grant: LineGrant, holding: readonly LineGrant[]): boolean {
  const others = holding.filter(each => each !== grant)
  if (others.length === 0) return true
  if (others.some(({fields}) => fields === null)) return false
  return grant.fields === null || [...grant.fields].some(field => !others.some(({fields}) => fields?.has(field)))
}

async function readAll(company: Company): Promise<void> {
  for (const actor of [...company.people, nobody])
    for (const entity of company.entities) await readEverything(company, entity, actor)
  for (const actor of lookers(company)) {
    for (const entity of company.entities) await readOneByOne(company, entity, actor)
    const found = await readAsDocuments(company, actor)
    if (actor.kind === 'person') expect(found).toBeGreaterThan(10)
    await exportEverything(company, actor)
  }
}

export async function holdsEverywhere(path: string, each = 40): Promise<void> {
  const {company, document} = await open(path, each)
  const matrix = new Matrix(company)
  decidingLines(matrix)
  await readAll(company)
  company.hasWritten()
  for (const entity of company.entities)
    for (const actor of lookers(company)) await changeEverything(matrix, entity, actor)
  expect(promised(document).filter(each => !matrix.used.has(each))).toEqual([])
  const {unseen, ...others} = matrix.cells
  for (const cells of Object.values(others)) expect(cells).toBeGreaterThan(10)
  if (hidesRecords(company)) expect(unseen).toBeGreaterThan(10)
  else expect(unseen).toBe(0)
}

/** Whether someone may not read some record: a document may let everyone read everything. */
const hidesRecords = (company: Company): boolean =>
  lookers(company).some(actor =>
    company.entities.some(({name}) => company.sightOf(actor).seen(name).length < company.naive.kept(name).length),
  )
