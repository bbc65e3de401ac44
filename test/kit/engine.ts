/** An engine over a fresh database, for tests: with its own document, grants, rules and clock. */

import {existsSync} from 'node:fs'
import {outgoingCalls} from '../../src/engine/calls/outgoing.ts'
import {searchIndex} from '../../src/engine/lists/search-index.ts'
import {documentSearchFields} from '../../src/engine/required-indexes.ts'
import type {CallFunctions, MailsAddresses} from '../../src/engine/transaction/context.ts'
import type {Core, Json} from '../../src/feel/core.ts'
import {type} from '../../src/feel/index.ts'
import type {Specification} from '../../src/points/specification.ts'
import {kinds} from '../../src/screens/kinds.ts'
import {
  type Actor,
  type ChangeRequest,
  type CheckRules,
  CompiledDocument,
  documentGrants,
  Engine,
  type Grant,
  type Grants,
  type Input,
  type Outcome,
} from '../../src/screens/testing.ts'
import {openStore} from '../../src/store/open.ts'
import {prepare} from '../../src/store/plan/prepare.ts'
import type {Schema} from '../../src/store/schema.ts'
import type {Store} from '../../src/store/store.ts'
import {documentOf, translatedDocument} from './documents.ts'
import {copyPrepared, lentStore, savePrepared} from './pooled-databases.ts'
import {opened} from './store-databases.ts'

export interface EngineOptions {
  readonly document: string
  readonly address: string
  readonly grants?: (specification: Specification) => Grants
  readonly rules?: CheckRules
  /** Translation files, by language. */
  readonly translations?: Readonly<Record<string, string>>
  /** Functions of own code. */
  readonly functions?: CallFunctions
  /** Whether written records can be searched. */
  readonly searches?: boolean
  /** Whether mail is set up. */
  readonly mailsNotices?: boolean
  /** Writes the mails about addresses of people. */
  readonly mailsAddresses?: MailsAddresses
  /** Whether mails are delivered, so that they prove addresses. */
  readonly provesAddresses?: boolean
  /** How long people can undo an action, in milliseconds; without it nothing is delayed. */
  readonly undoWindow?: number
  /** Receives unexpected errors of actions of the system that follow a change. */
  readonly failed?: (cause: unknown) => void
}

export interface TestEngine {
  readonly engine: Engine
  readonly store: Store
  readonly clock: {now: number}
}

export async function engineOf(options: EngineOptions): Promise<TestEngine> {
  const {specification, findings, sound} = options.translations
    ? translatedDocument(options.document, options.translations)
    : documentOf(options.document)
  if (!sound) throw new Error(JSON.stringify(findings))
  await takePrepared(options)
  const lent = await lentStore(options.address)
  return engineOn(options, {specification, ...(lent ?? {store: await opened(options.address)})})
}

/** The same outside of a test, for a whole file; the caller closes the store. */
export async function engineFor(options: EngineOptions): Promise<TestEngine> {
  const {specification, findings, sound} = documentOf(options.document)
  if (!sound) throw new Error(JSON.stringify(findings))
  await takePrepared(options)
  return engineOn(options, {specification, store: await openStore(options.address)})
}

/** A missing file is copied from one prepared for the same document. */
async function takePrepared({address, document}: EngineOptions): Promise<void> {
  const file = address.startsWith('sqlite:') ? address.slice('sqlite:'.length) : null
  if (file !== null && !existsSync(file)) await copyPrepared(document, file)
}

interface Made {
  readonly specification: Specification
  readonly store: Store
  /** The schemas of the documents that the database is prepared for. */
  readonly schemas?: WeakMap<Specification, Schema>
}

async function schemaOf({address}: EngineOptions, {specification, store, schemas}: Made): Promise<Schema> {
  const known = schemas?.get(specification)
  if (known) return known
  const prepared = await prepare(store, specification)
  if (prepared.kind !== 'ready') throw new Error(prepared.text)
  await savePrepared(address)
  schemas?.set(specification, prepared.schema)
  return prepared.schema
}

async function engineOn(options: EngineOptions, made: Made): Promise<TestEngine> {
  const {grants, rules = async () => [], searches = false, mailsNotices = false, undoWindow = 0} = options
  const {specification, store} = made
  const schema = await schemaOf(options, made)
  const clock = {now: Date.parse('2026-03-10T09:00:00Z')}
  const search = searches ? searchIndex(documentSearchFields(specification, kinds)) : async () => {}
  const compiled = compiledOnce(specification, {grants, database: store.database})
  const engine: Engine = new Engine({
    store,
    specification,
    schema,
    grants: compiled.grants,
    compiled,
    rules,
    search,
    outgoing: outgoingCalls(() => 'http://localhost'),
    mailsNotices,
    undoWindow,
    provesAddresses: options.provesAddresses ?? false,
    ...(options.mailsAddresses ? {mailsAddresses: options.mailsAddresses} : {}),
    ...(options.functions ? {functions: () => options.functions ?? null} : {}),
    ...(options.failed ? {failed: options.failed} : {}),
    clock: () => clock.now,
  })
  return {engine, store, clock}
}

/**
 * Compiling the statements of a large document takes longer than most tests, so engines of the same checked document
 * share them.
 */
const compiledDocuments = new WeakMap<Specification, Map<string, CompiledGrants>>()

class CompiledGrants extends CompiledDocument {
  readonly grants: Grants

  constructor(specification: Specification, grants: Grants) {
    super(specification, grants)
    this.grants = grants
  }
}

interface CompiledFor {
  readonly grants: EngineOptions['grants']
  readonly database: Store['database']
}

/** Grants written by a test are not reused, and not cached. */
function compiledOnce(specification: Specification, {grants, database}: CompiledFor): CompiledGrants {
  if (grants !== undefined && grants !== documentGrants) return new CompiledGrants(specification, grants(specification))
  const key = `${database} ${grants === undefined ? 'all' : 'of the document'}`
  const known = compiledDocuments.get(specification) ?? new Map<string, CompiledGrants>()
  compiledDocuments.set(specification, known)
  const compiled = known.get(key) ?? new CompiledGrants(specification, grants?.(specification) ?? allOf)
  known.set(key, compiled)
  return compiled
}

const allOf: Grants = actor => (actor.kind === 'person' ? [{where: null, fields: null}] : [])

/** A condition of a document, for an entity. */
export function condition({scope}: Specification, entity: string, text: string): Core {
  const typed = type(text, {...scope, entity})
  if (!typed.ok) throw new Error(JSON.stringify(typed.problems))
  return typed.core
}

export function grant(where: Core | null, fields: readonly string[] | null = null): Grant {
  return {where, fields: fields && new Set(fields)}
}

export function person(id: string, ...roles: string[]): Actor {
  return {kind: 'person', id, name: 'Someone', roles}
}

const json = (fields: Readonly<Record<string, Json>>) =>
  new Map<string, Input>(Object.entries(fields).map(([name, value]) => [name, {json: value}]))

export function creating(
  entity: string,
  fields: Readonly<Record<string, Json>>,
  more: Partial<ChangeRequest> = {},
): ChangeRequest {
  return {kind: 'create', entity, fields: json(fields), ...more}
}

export function updating(
  entity: string,
  at: {id: string; version: number},
  fields: Readonly<Record<string, Json>>,
  more: Partial<ChangeRequest> = {},
): ChangeRequest {
  return {kind: 'update', entity, id: at.id, version: at.version, fields: json(fields), ...more}
}

export function deleting(entity: string, at: {id: string; version: number}): ChangeRequest {
  return {kind: 'delete', entity, id: at.id, version: at.version, fields: new Map()}
}

/** The single record of a successful outcome. */
export function done(outcome: Outcome): {entity: string; id: string; version: number} {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome)}`)
  const [record] = outcome.records
  if (!record) throw new Error('nothing was changed')
  return record
}

/** Codes and fields of a rejected outcome. */
export function refusals(outcome: Outcome): string[] {
  if (outcome.ok) return ['it was accepted']
  return outcome.problems.length === 0
    ? [outcome.code]
    : outcome.problems.map(({field, code}) => (field === null ? code : `${field}: ${code}`))
}
