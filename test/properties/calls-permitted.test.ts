/** Random documents, people and records: calls return exactly the result of a naive evaluation for everyone. */
import {describe, expect, test} from 'vitest'
import type {Json} from '../../src/feel/core.ts'
import type {Reference} from '../../src/feel/value.ts'
import {entityReferredTo} from '../../src/points/entities/lookup.ts'
import type {Entity, Field} from '../../src/points/entities/model.ts'
import {ownFields} from '../../src/points/entities/own-fields.ts'
import {type Actor, nobody} from '../../src/screens/testing.ts'
import {type Company, companyOf, isShown} from '../kit/any-company.ts'
import {documentOf} from '../kit/documents.ts'
import {randomFrom} from '../kit/random.ts'
import {randomDocument} from '../kit/random-document.ts'
import {casesOn, storesOfStories} from '../kit/store-databases.ts'

const pathOf = (entity: string): string => `/api/${entity.toLowerCase()}`

const references = ({fields}: Entity): Field[] =>
  [...fields.values()].filter(field => field.computed === null && entityReferredTo(field) !== null && isShown(field))

/** Two calls for each entity, and one whose shape follows every reference. */
function withEveryCall(document: string, entities: readonly Entity[]): string {
  const row = (entity: Entity, name: string, path: string, does: string) =>
    `| ${name} ${entity.name} | GET | ${pathOf(entity.name)}${path} | ${does} | everyone |`
  const rows = entities.flatMap(entity => [
    row(entity, 'All', '', `list of ${entity.name}`),
    row(entity, 'One', '/:id', `one ${entity.name}`),
    row(entity, 'Deep', '/:id/deep', `one ${entity.name}`),
  ])
  const shape = (entity: Entity): string => {
    const nested = references(entity).map(({name}) => `"${name}": "{${name} as Bare${targetName(entity, name)}}"`)
    const counted = references(entity)
      .filter(({type}) => type.type.kind === 'list')
      .map(({name}) => `"count of ${name}": "{count(${name})}"`)
    return `\`\`\`json answer\n{${['"id": "{id}"', ...nested, ...counted].join(', ')}}\n\`\`\``
  }
  const sections = entities.flatMap(entity => [
    `### All ${entity.name}\n\n- paging: none\n`,
    `### Deep ${entity.name}\n\n${shape(entity)}\n`,
    `### Shape Bare${entity.name} of ${entity.name}\n\n\`\`\`json\n{"id": "{id}", ${bare(entity)}}\n\`\`\`\n`,
  ])
  const calls = ['## 7. Calls', '', '| Call | Method | Path | Does | For |', '|---|---|---|---|---|', ...rows, '']
  return document.replace('## 9. Limits', [...calls, ...sections, '## 9. Limits'].join('\n'))
}

const bareFields = (entity: Entity): Field[] =>
  [...entity.fields.values()].filter(field => field.type.type.kind === 'text' || field.type.type.kind === 'number')

const bare = (entity: Entity): string =>
  bareFields(entity)
    .map(({name}) => `"${name}": "{${name}}"`)
    .join(', ')

const targetName = (entity: Entity, name: string): string => {
  const field = entity.fields.get(name)
  return (field && entityReferredTo(field)) ?? ''
}

class Judged {
  readonly company: Company
  readonly actor: Actor

  constructor(company: Company, actor: Actor) {
    this.company = company
    this.actor = actor
  }

  value(record: Reference, field: Field): Json {
    const sight = this.company.sightOf(this.actor)
    const {storage, type} = field.type
    if (storage.kind === 'pairs')
      return sight
        .linked(record, [field.name])
        .map(({id}) => id)
        .toSorted()
    const value = this.isVersionOfAll(record, field)
      ? this.company.naive.field(record, field.name)
      : sight.at(record, [field.name])
    if (value === undefined || value === null) return type.kind === 'list' ? [] : null
    return field.type.toJson(value)
  }

  /** Which version it is, for people who see the whole record, or may change or delete it. */
  private isVersionOfAll(record: Reference, {name}: Field): boolean {
    const may = (act: 'update' | 'delete') => this.company.sightOf(this.actor, act).isSeen(record)
    return name === 'version' && (this.company.sightOf(this.actor).seesAll(record) || may('update') || may('delete'))
  }

  whole(record: Reference, entity: Entity): Json {
    const own = ['id', 'version', 'created', 'updated'].flatMap(name => ownFields.get(name) ?? [])
    const fields = [...entity.fields.values()].filter(each => each.type.storage.kind !== 'other side' && isShown(each))
    return Object.fromEntries([...own, ...fields].map(field => [field.name, this.value(record, field)]))
  }

  bare(record: Reference): Json {
    const entity = this.company.entities.find(({name}) => name === record.entity)
    if (!entity) return null
    return Object.fromEntries([
      ['id', record.id],
      ...bareFields(entity).map(field => [field.name, this.value(record, field)]),
    ])
  }

  deep(record: Reference, entity: Entity): Json {
    const sight = this.company.sightOf(this.actor)
    const entries = references(entity).flatMap((field): [string, Json][] => {
      if (field.type.type.kind === 'list') {
        const linked = sight.linked(record, [field.name]).toSorted((a, b) => (a.id < b.id ? -1 : 1))
        const seen = sight.seesField(record, field.name)
        return [
          [field.name, linked.map(each => this.bare(each))],
          [`count of ${field.name}`, seen ? linked.length : null],
        ]
      }
      const value = sight.at(record, [field.name])
      return [[field.name, value ? this.bare(value as Reference) : null]]
    })
    return Object.fromEntries([['id', record.id], ...entries])
  }

  async ask(path: string): Promise<{status: number; json: Json}> {
    const response = await this.company.ask(this.actor, path)
    return {status: response.status, json: await response.json()}
  }

  async holds(entity: Entity): Promise<number> {
    const sight = this.company.sightOf(this.actor)
    const seen = sight.seen(entity.name).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const {json} = await this.ask(pathOf(entity.name))
    const {items, count} = json as {items: {id: string}[]; count: number}
    expect(count).toBe(seen.length)
    const sorted = items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect(sorted).toEqual(seen.map(record => this.whole(record, entity)))
    for (const record of this.company.naive.kept(entity.name).slice(0, 4)) {
      const [one, deep] = [
        await this.ask(`${pathOf(entity.name)}/${record.id}`),
        await this.ask(`${pathOf(entity.name)}/${record.id}/deep`),
      ]
      if (sight.isSeen(record)) {
        expect(one).toEqual({status: 200, json: this.whole(record, entity)})
        expect(deep).toEqual({status: 200, json: this.deep(record, entity)})
      } else expect([one.status, deep.status]).toEqual([404, 404])
    }
    return seen.length
  }
}

describe.each(storesOfStories)('on $name, whatever the document', ({name, make}) => {
  test.each(casesOn(name, [1, 2, 3]))(
    'calls return exactly the granted data to everyone, document %i',
    async seed => {
      const written = randomDocument(randomFrom(seed))
      const entities = [...documentOf(written).specification.entities.entities.values()]
      const company = await companyOf(withEveryCall(written, entities), await make(), 8)
      let seen = 0
      for (const actor of [...company.people, nobody])
        for (const entity of company.entities) seen += await new Judged(company, actor).holds(entity)
      expect(seen).toBeGreaterThan(10)
    },
    240_000,
  )
})
