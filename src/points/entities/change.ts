/** What becomes of stored values when a field's type changes, decided by what both types say of their values. */
import {compareNum, type Num} from '../../feel/decimal.ts'
import {equal, isList, type Value} from '../../feel/value.ts'
import type {Change, Extent, FieldUse, Judged, Keeps, Locale, RenamedEntities} from './field-type.ts'
import {refused} from './judged.ts'

export function changeBetween(from: FieldUse, to: FieldUse, entities: RenamedEntities): Change {
  if (from.keeps.kind !== to.keeps.kind) return impossible('It is kept in another way.')
  if (from.keeps.kind !== 'column' || to.keeps.kind !== 'column') return changeOfLink(from.keeps, to.keeps, entities)
  if (!isSameEntity(from.extent.entity, to.extent.entity, entities)) return impossible('It leads to another entity.')
  const sameKind = isKind(from.extent, to.extent)
  const kept = sameKind && sameColumn(from.keeps, to.keeps) && renamedWords(from, to) === 0
  if (!sameKind && !(from.extent.plain && to.extent.plain))
    return impossible('Its values mean nothing to the new type.')
  const convert = sameKind ? (value: Value) => refit(value, to) : throughText(from, to)
  const covers = sameKind && isWithin(from.extent, to.extent)
  if (covers && kept && isWithin(to.extent, from.extent)) return {kind: 'same'}
  return {kind: covers ? 'widening' : 'narrowing', column: kept ? 'kept' : 'rewritten', convert}
}

function changeOfLink(from: Keeps, to: Keeps, entities: RenamedEntities): Change {
  if (from.kind === 'pairs' && to.kind === 'pairs' && !isSameEntity(from.entity, to.entity, entities))
    return impossible('It leads to another entity.')
  return {kind: 'same'}
}

function impossible(why: string): Change {
  return {kind: 'impossible', why}
}

function isSameEntity(from: string | null, to: string | null, entities: RenamedEntities): boolean {
  return from === to || (from !== null && entities.get(from) === to)
}

function sameColumn(from: Keeps & {kind: 'column'}, to: Keeps & {kind: 'column'}): boolean {
  return from.sqlite === to.sqlite && from.postgres === to.postgres && placesOf(from) === placesOf(to)
}

/** On SQLite a decimal is a whole number of its smallest units, so other places mean other numbers in the column. */
function placesOf({holds}: Keeps & {kind: 'column'}): number {
  return holds.as === 'number' ? holds.places : 0
}

function renamedWords(from: FieldUse, to: FieldUse): number {
  return [...to.extent.renamed.keys()].filter(word => from.extent.words?.includes(word)).length
}

function isKind(one: Extent, other: Extent): boolean {
  return one.set === other.set || one.within.includes(other.set)
}

/** Whether every value of the one is a value of the other. */
function isWithin(inner: Extent, outer: Extent): boolean {
  const measured = isAtLeast(inner.least, outer.least) && isAtMost(inner.most, outer.most)
  return isKind(inner, outer) && measured && inner.places <= outer.places && hasWords(inner, outer)
}

function isAtLeast(inner: Num | null, outer: Num | null): boolean {
  return outer === null || (inner !== null && compareNum(inner, outer) >= 0)
}

function isAtMost(inner: Num | null, outer: Num | null): boolean {
  return outer === null || (inner !== null && compareNum(inner, outer) <= 0)
}

function hasWords(inner: Extent, outer: Extent): boolean {
  if (outer.words === null) return true
  const words = new Set([...outer.words, ...outer.renamed.keys()])
  return inner.words?.every(word => words.has(word)) === true
}

/** An expression's value may be rounded; what somebody has stored may not. */
function refit(value: Value, to: FieldUse): Judged {
  const renamed = renameIn(value, to.extent.renamed)
  const fitted = to.fit(renamed)
  if (!fitted.ok || fitted.value === null || equal(fitted.value, renamed) === true) return fitted
  return refused('TOO_PRECISE', {places: String(to.extent.places)})
}

function renameIn(value: Value, renamed: ReadonlyMap<string, string>): Value {
  if (isList(value)) return value.map(item => renameIn(item, renamed))
  return typeof value === 'string' ? (renamed.get(value) ?? value) : value
}

function throughText(from: FieldUse, to: FieldUse): (value: Value, locale: Locale) => Judged {
  return (value, locale) =>
    to.takes(value, locale) ?? to.fromCsv(from.toCsv(renameIn(value, to.extent.renamed), locale), locale)
}
