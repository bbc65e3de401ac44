/**
 * What is asked about stored records by their ids: rights, values, the outcomes of rules. Questions that are asked at the
 * same time are columns of one statement.
 */

import {sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import {type SqlContext, toPredicate} from '../../feel/sql/to-sql.ts'
import type {Value} from '../../feel/value.ts'
import type {Locale} from '../../points/entities/field-type.ts'
import type {ValueRow} from '../../store/sql.ts'
import {atOnce} from '../base/at-once.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {ColumnSet} from './cells.ts'
import type {LoaderKind} from './loaders.ts'
import {localeOf} from './lookup.ts'
import {
  bindIds,
  evaluatedRows,
  type HeldStatement,
  heldColumns,
  idParameters,
  type RecordIds,
  rowsById,
  selectedColumns,
} from './select.ts'
import {type MakePlan, type Parameters, PlanKind, planOnce, type QueryContext, type Statement} from './statement.ts'

/** A person, with what they may see. */
export interface Asking extends QueryContext {
  readonly visibility: Visibility
}

type AnswerOf<Answer> = (values: readonly Value[], locale: Locale) => Answer

interface QuestionPlace {
  readonly columns: ColumnSet
  readonly context: SqlContext
}

export interface RowQuestion<Answer> {
  /** Unique among the questions about an entity of people with the same roles. */
  readonly name: string
  /** Of records that the person may read. Without it, the answer tells none of their data. */
  readonly ofReadable: boolean
  /** Reads the same computed fields again and again, so they are evaluated once for each record. */
  readonly evaluates?: boolean
  readonly compile: (place: QuestionPlace) => AnswerOf<Answer>
}

interface Wanted {
  readonly entity: string
  readonly id: string
  readonly question: RowQuestion<unknown>
}

/** Keyed by id; records that do not exist, or are hidden, are left out. */
export async function askOfRows<Answer>(
  reader: Asking,
  {entity, ids}: RecordIds,
  question: RowQuestion<Answer>,
): Promise<ReadonlyMap<string, Answer>> {
  const {name, ofReadable} = question
  const found = await atOnce(
    ids.map(id =>
      reader.loaders.load(rows, reader, {key: `${entity} ${ofReadable} ${id} ${name}`, wanted: {entity, id, question}}),
    ),
  )
  // Questions of the same name have answers of the same type.
  return new Map(ids.flatMap((id, index) => (found[index] ? [[id, found[index].answer as Answer] as const] : [])))
}

/* Whether conditions hold for records that the caller has found. Returns none of their data. */

export async function holdsFor(
  reader: Asking,
  {entity, id}: {readonly entity: string; readonly id: string},
  conditions: readonly Core[],
  held?: HeldStatement,
): Promise<readonly boolean[]> {
  if (conditions.length === 0) return []
  const asked = {entity, ids: [id], conditions, ...(held ? {held} : {})}
  return (await holdsForAll(reader, asked)).get(id) ?? conditions.map(() => false)
}

export interface AskedOfAll extends RecordIds {
  /** A function if they are needed only to compile the statement. */
  readonly conditions: readonly Core[] | (() => readonly Core[])
  /** The inputs of an action, if the conditions use them. */
  readonly inputs?: Parameters
  /** Without it, the statement is compiled for this request only. */
  readonly held?: HeldStatement
}

/** Keyed by id, in the order of the conditions; deleted records are left out. */
export async function holdsForAll(
  reader: Asking,
  {entity, ids, conditions, inputs, held}: AskedOfAll,
): Promise<ReadonlyMap<string, readonly boolean[]>> {
  const asked = typeof conditions === 'function' ? conditions : () => conditions
  if (held && !inputs)
    return askOfRows(
      reader,
      {entity, ids},
      conditionQuestion(`${reader.statements.numberOf(held.owner)} ${held.name}`, asked),
    )
  return ids.length === 0 ? new Map() : holdsAlone(reader, {entity, ids, conditions: asked, inputs, held})
}

const conditionQuestion = (name: string, conditions: () => readonly Core[]): RowQuestion<readonly boolean[]> => ({
  name,
  ofReadable: false,
  compile({columns}) {
    const places = conditions().map(core => columns.addCondition(core))
    return values => places.map(place => values[place] === true)
  },
})

const holdsKind = new PlanKind<Statement>('holds')

async function holdsAlone(
  reader: Asking,
  {entity, ids, conditions, inputs = new Map(), held}: AskedAlone,
): Promise<ReadonlyMap<string, readonly boolean[]>> {
  const make: MakePlan<Statement> = (plain, write) => {
    const asked = conditions()
    const {context, from} = rowsById(plain, {entity, ids})
    const columns = asked.length === 0 ? sql`` : sql`, ${heldColumns(asked, context)}`
    return write(sql`select r.id${columns} from ${from()}`)
  }
  const {plan, values} =
    held === undefined
      ? planOnce(reader, {parameters: idParameters({entity, ids}), inputs, make})
      : bindIds(reader, held.owner, {kind: holdsKind, shape: `${held.name} ${entity}`, entity, ids, inputs, make})
  const found = await plan.run(reader, values)
  return new Map(found.map(([id, ...held]) => [String(id), held.map(each => Number(each ?? 0) === 1)]))
}

interface AskedAlone extends RecordIds {
  readonly conditions: () => readonly Core[]
  readonly inputs: Parameters | undefined
  readonly held: HeldStatement | undefined
}

interface GivenAnswer {
  readonly answer: unknown
}

const rows: LoaderKind<Asking, Wanted, GivenAnswer | null> = {
  async load(reader, wanted) {
    const asked = await atOnce(statementsOf(wanted).map(each => answersOf(reader, each)))
    const answers = new Map(asked.flat())
    return wanted.map(({entity, id, question: {name, ofReadable}}) => {
      const key = answerKey({entity, ofReadable, name, id})
      return answers.has(key) ? {answer: answers.get(key)} : null
    })
  },
}

interface AskedStatement extends RecordIds {
  readonly questions: readonly RowQuestion<unknown>[]
  readonly ofReadable: boolean
}

/** Keeps a statement within the limits of the databases. */
const mostQuestions = 12

/** Questions about the same records are one statement, in an order that does not depend on who asked first. */
function statementsOf(wanted: readonly Wanted[]): AskedStatement[] {
  const byQuestion = Map.groupBy(wanted, ({entity, question: {name, ofReadable}}) => `${entity} ${ofReadable} ${name}`)
  const asked = [...byQuestion.values()].flatMap(same => {
    const [first] = same
    const ids = [...new Set(same.map(({id}) => id))]
    return first ? [{...first, ids}] : []
  })
  const together = Map.groupBy(asked, ({entity, ids, question: {ofReadable, evaluates = false}}) =>
    [entity, ofReadable, evaluates && ids.length > 1, ...ids.toSorted()].join(' '),
  )
  return [...together.values()].flatMap(some => {
    const [first] = some
    if (!first) return []
    const {entity, ids, question} = first
    const questions = some.map(each => each.question).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const chunks = Array.from({length: Math.ceil(questions.length / mostQuestions)}, (_, index) =>
      questions.slice(index * mostQuestions, (index + 1) * mostQuestions),
    )
    return chunks.map(chunk => ({entity, ids, ofReadable: question.ofReadable, questions: chunk}))
  })
}

interface QuestionsPlan {
  readonly statement: Statement
  readonly answers: (row: ValueRow, locale: Locale) => readonly unknown[]
}

const questionsKind = new PlanKind<QuestionsPlan>('questions about rows')

async function answersOf(
  reader: Asking,
  {entity, ids, questions, ofReadable}: AskedStatement,
): Promise<(readonly [string, unknown])[]> {
  const {visibility} = reader
  const {plan, values} = bindIds(reader, visibility, {
    kind: questionsKind,
    shape: `${entity} ${ofReadable} ${questions.map(({name}) => name).join('\n')}`,
    entity,
    ids,
    make(plain, write) {
      const rowsOf = questions.some(({evaluates}) => evaluates) ? evaluatedRows : rowsById
      const {context, from} = rowsOf(plain, {entity, ids})
      const columns = new ColumnSet(context)
      const compiled = questions.map(({compile}) => compile({columns, context}))
      const selected = columns.columns.length === 0 ? sql`` : sql`, ${selectedColumns(columns.columns)}`
      const permitted = ofReadable ? sql` where ${toPredicate(visibility.records(entity).where, context)}` : sql``
      const statement = write(sql`select r.id${selected} from ${from()}${permitted}`)
      const answers = (row: ValueRow, locale: Locale) => {
        const read = columns.read(row)
        return compiled.map(answer => answer(read, locale))
      }
      return {statement, answers}
    },
  })
  const locale = localeOf(reader.moment)
  const found = await plan.statement.run(reader, values)
  return found.flatMap(([id, ...row]) =>
    plan
      .answers(row, locale)
      .map(
        (answer, index) =>
          [answerKey({entity, ofReadable, name: questions[index]?.name ?? '', id: String(id)}), answer] as const,
      ),
  )
}

interface AnswerPlace {
  readonly entity: string
  readonly ofReadable: boolean
  readonly name: string
  readonly id: string
}

const answerKey = ({entity, ofReadable, name, id}: AnswerPlace): string => `${entity} ${ofReadable} ${id} ${name}`
