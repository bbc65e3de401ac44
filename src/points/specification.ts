/** The nine points of one document together, and everything that is wrong with them. */
import {type Finding, hasErrors} from '../document/finding.ts'
import {isOpen, type PointNumber, pointNumbers, type RawDocument} from '../document/raw.ts'
import {readDocument} from '../document/read.ts'
import type {SourceFile} from '../document/source.ts'
import type {Errors} from './errors/model.ts'
import {readErrors} from './errors/read.ts'
import type {Limits} from './limits/model.ts'
import {readLimits} from './limits/read.ts'
import type {Purpose} from './purpose/model.ts'
import {readPurpose} from './purpose/read.ts'
import {checkScreens} from './screens/check.ts'
import type {Screens} from './screens/model.ts'
import {readScreens} from './screens/read.ts'

export interface Specification {
  readonly document: RawDocument
  readonly open: readonly PointNumber[]
  readonly purpose: Purpose
  readonly screens: Screens
  readonly errors: Errors
  readonly limits: Limits
}

export interface CheckedDocument {
  readonly specification: Specification
  readonly findings: readonly Finding[]
  /** Whether it may run: no finding is an error. */
  readonly sound: boolean
}

export function checkDocument(files: readonly SourceFile[]): CheckedDocument {
  const read = readDocument(files)
  const findings: Finding[] = [...read.findings]
  const specification = readPoints(read.document, findings)
  findings.push(...checkScreens(specification.screens, specification))
  const sorted = inReadingOrder(findings, files)
  return {specification, findings: sorted, sound: !hasErrors(sorted)}
}

function readPoints(document: RawDocument, findings: Finding[]): Specification {
  const {points} = document
  return {
    document,
    open: pointNumbers.filter(number => isOpen(points[number])),
    purpose: readPurpose(document, findings),
    screens: readScreens(points[2], findings),
    errors: readErrors(points[8], findings),
    limits: readLimits(points[9], findings),
  }
}

function inReadingOrder(findings: readonly Finding[], files: readonly SourceFile[]): Finding[] {
  const order = new Map(files.map(({file}, index) => [file, index]))
  const rank = (found: Finding) => order.get(found.file) ?? 0
  return findings.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column)
}
