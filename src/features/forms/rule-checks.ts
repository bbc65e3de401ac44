/** The rules of point 5 about a record that is not written: their outcomes, messages and notes. */

import {sql} from 'kysely'
import {constantTexts, notedPaths, ruleNote, textInMessage} from '../../engine/display/error-message.ts'
import {bindRow, type HypotheticalRecord} from '../../engine/query/hypothetical-record.ts'
import type {Cell, Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {cellsAt} from '../../engine/query/record-values.ts'
import {PlanKind, type Statement} from '../../engine/query/statement.ts'
import {outcomeIn, outcomeSql, type RuleOutcome, rulesKey} from '../../engine/transaction/rules.ts'
import {fill} from '../../points/errors/run.ts'
import {placeholdersIn} from '../../points/rules/check.ts'
import type {Rule} from '../../points/rules/model.ts'
import {placeholderPath} from '../../points/template.ts'

const outcomesKind = new PlanKind<Statement>('rule outcomes')

/**
 * The rules of point 5 for one prospective record. Each is evaluated once, however many parts of the page need its
 * outcome.
 */
export class RuleChecks {
  readonly #reader: ReadContext
  readonly #at: HypotheticalRecord
  readonly #outcomes = new Map<Rule, RuleOutcome>()
  /** The values that rule messages mention, by path. */
  readonly #cells = new Map<string, Cell>()

  constructor(reader: ReadContext, at: HypotheticalRecord) {
    this.#reader = reader
    this.#at = at
  }

  /** Null if a rule does not apply. */
  async outcomes(rules: readonly Rule[]): Promise<readonly RuleOutcome[]> {
    const missing = [...new Set(rules)].filter(rule => !this.#outcomes.has(rule))
    if (missing.length > 0) {
      const reader = this.#reader
      const {plan, values} = bindRow(reader, reader.tables, this.#at, {
        kind: outcomesKind,
        shape: rulesKey(missing),
        make({context, from}, write) {
          const columns = missing.map((rule, index) => sql`${outcomeSql(rule, context)} as ${sql.ref(`c${index}`)}`)
          return write(sql`select ${sql.join(columns)} ${from()}`)
        },
      })
      const [row = []] = await plan.run(reader, values)
      for (const [index, rule] of missing.entries()) this.#outcomes.set(rule, outcomeIn(Number(row[index] ?? 0)))
    }
    return rules.map(rule => this.#outcomes.get(rule) ?? null)
  }

  async broken(rules: readonly Rule[]): Promise<Rule[]> {
    const outcomes = await this.outcomes(rules)
    return rules.filter((_, index) => outcomes[index] === 'broken')
  }

  /** The message of each rule if it is broken. */
  async messages(rules: readonly Rule[]): Promise<readonly string[]> {
    await this.#readCells(rules)
    const reader = this.#reader
    const entity = this.#at.entity.name
    return rules.map(rule => {
      const message = this.#messageOf(rule)
      const names = this.#namesIn(rule)
      const texts = names.map(name => {
        const text = this.#cells.get(placeholderPath(name).join('.'))?.text ?? ''
        return [name, textInMessage(reader, {entity, message, name, text})]
      })
      return fill(message, {...Object.fromEntries(texts), ...constantTexts(reader, names)})
    })
  }

  /** The text below each rule that holds; may be empty. */
  async notes(rules: readonly Rule[]): Promise<readonly string[]> {
    await this.#readPaths(rules.flatMap(rule => notedPaths(this.#reader.specification, rule)))
    return rules.map(rule => ruleNote(this.#reader, rule, path => this.#cells.get(path.join('.'))?.text ?? ''))
  }

  #messageOf({error}: Rule): string {
    return this.#reader.specification.errors.declared.get(error)?.message ?? ''
  }

  #namesIn(rule: Rule): readonly string[] {
    return placeholdersIn(this.#messageOf(rule))
  }

  async #readCells(rules: readonly Rule[]): Promise<void> {
    const {constants} = this.#reader.specification.limits
    const names = [...new Set(rules.flatMap(rule => this.#namesIn(rule)))].filter(name => !constants.has(name))
    await this.#readPaths(names.map(placeholderPath))
  }

  async #readPaths(paths: readonly Path[]): Promise<void> {
    const missing = paths.filter(path => !this.#cells.has(path.join('.')))
    for (const [path, cell] of await cellsAt(this.#reader, this.#at, {paths: missing})) this.#cells.set(path, cell)
  }
}
