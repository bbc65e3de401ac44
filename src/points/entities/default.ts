/** The column Default: a value in the words of the field's type (`normal`, `no`), or an expression that gives one. */
import {type Finding, finding} from '../../document/finding.ts'
import {suggestFor} from '../../document/near.ts'
import {replacing, sliceOf, type Text} from '../../document/raw.ts'
import {CalendarDate, DateTime, Time} from '../../feel/calendar.ts'
import type {Core} from '../../feel/core.ts'
import type {Environment} from '../../feel/environment.ts'
import {compile, type as typeText} from '../../feel/index.ts'
import type {Reads, Scope} from '../../feel/scope.ts'
import {equal, type Value} from '../../feel/value.ts'
import {ownErrors} from '../errors/own.ts'
import {findingsOf, literalDefault} from './expression.ts'
import type {FieldUse} from './field-type.ts'
import type {Expression} from './model.ts'
import {canonicalName} from './names.ts'
import {userEntity} from './own-fields.ts'
import {findWord} from './values/words.ts'

export type ReadDefault =
  | {readonly ok: true; readonly expression: Expression}
  | {readonly ok: false; readonly findings: readonly Finding[]}

/** The scope has no record: when defaults are worked out, there is none yet. */
export function readDefault(use: FieldUse, text: Text, scope: Scope, fields: ReadonlySet<string>): ReadDefault {
  const literal = use.literal(text.text)
  if (literal !== undefined) return fitting(use, literal, literalDefault(use, literal, text))
  const typing = typeText(text.text, scope, use.type)
  if (!typing.ok)
    return {
      ok: false,
      findings:
        ofTheRecord(text, fields) ?? wrongWord(use, text) ?? byName(use, text) ?? findingsOf(text, typing.problems),
    }
  const expression = {text, core: typing.core, reads: typing.reads}
  const value = constantOf(typing.core, typing.reads)
  return value === undefined ? {ok: true, expression} : fitting(use, value, expression)
}

/** A field of the record that is not there yet. */
function ofTheRecord(text: Text, fields: ReadonlySet<string>): Finding[] | null {
  if (!fields.has(canonicalName(text.text))) return null
  const message = `A default cannot use \`${text.text}\`: the record does not exist yet.`
  const hint = 'Remove it, or make this a computed field: `= …` under Type.'
  return [finding('N055', text, {message, hint})]
}

/** A reference leads to a record, not to a name. */
function byName({type}: FieldUse, text: Text): Finding[] | null {
  if (type.kind !== 'reference' || !/^"?[\p{L}\p{N} _-]+"?$/u.test(text.text) || text.text === 'me') return null
  const message = `\`${text.text}\` is not a ${type.entity}: a reference has no default by name.`
  const hint = `Remove it${type.entity === userEntity ? ', or write `me`' : ''}.`
  return [finding('N313', text, {message, hint, fix: replacing(text, '')})]
}

/** Plain words where a choice is meant, one of which is not its own. */
function wrongWord({extent: {words}}: FieldUse, text: Text): Finding[] | null {
  if (words === null || !/^[\p{L}\p{N} _,-]+$/u.test(text.text)) return null
  const given = text.text.split(',').map(word => word.trim())
  const wrong = given.find(word => findWord(word, words) === null) ?? text.text
  const at = Math.max(0, text.text.indexOf(wrong))
  const place = sliceOf(text, at, at + wrong.length)
  const message = `\`${wrong}\` is not one of ${words.join(', ')}.`
  return [finding('N313', place, {message, ...suggestFor(place, words, 'Use one of these words.')})]
}

function fitting(use: FieldUse, value: Value, expression: Expression): ReadDefault {
  const judged = use.fit(value)
  if (judged.ok && equal(judged.value, value) === true) return {ok: true, expression}
  const [problem] = judged.ok ? [] : judged.problems
  const why =
    problem === undefined ? 'It has too many decimals.' : explain(ownErrors[problem.code].message, problem.values)
  const {text} = expression
  const message = `\`${text.text}\` is not a valid value for \`${use.written}\`.`
  return {ok: false, findings: [finding('N313', text, {message, hint: why})]}
}

function explain(message: string, values: Readonly<Record<string, string>>): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** The value of an expression that is the same whoever asks, whenever; undefined for any other. */
function constantOf(core: Core, reads: Reads): Value | undefined {
  const {fields, relations, entities, me, old, now} = reads
  const varies = me || old || now || fields.size + relations.size + entities.size > 0
  return varies ? undefined : compile(core)(nobody)
}

const nobody: Environment = {
  world: {all: () => [], field: () => null},
  this: null,
  me: null,
  old: null,
  inputs: new Map(),
  now: new DateTime(new CalendarDate(1970, 1, 1), new Time(0, 0, 0)),
  zone: 'UTC',
  workingWeek: [1, 2, 3, 4, 5],
}
