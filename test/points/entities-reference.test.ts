import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {catalogue} from '../../src/document/finding.ts'
import {fieldTypes, readType} from '../../src/points/entities/types.ts'
import {documentOf} from '../kit/documents.ts'

const reference = readFileSync(new URL('../../docs/language-entities.md', import.meta.url), 'utf8')
const section = (title: string) => reference.split(/^## /m).find(part => part.startsWith(title)) ?? ''
const firstCells = (text: string) => [...text.matchAll(/^\| ([^|]+) \|/gm)].map(match => (match[1] ?? '').trim())

describe('the reference of point 3', () => {
  test('lists every type, and nothing else', () => {
    const written = firstCells(section('Types'))
      .filter(cell => cell.startsWith('`') && !cell.startsWith('`='))
      .map(cell => cell.replaceAll('`', ''))
    expect(written.filter(type => readType(type, {currency: 'EUR'})?.ok !== true)).toEqual([])
    const names = fieldTypes.map(type => type.name)
    const known = written.map(type => fieldTypes.find(each => each.read(type, {currency: 'EUR'}) !== null)?.name)
    expect(names.filter(name => !known.includes(name))).toEqual([])
  })

  test('explains every code that point 3 and the states can raise', () => {
    const codes = Object.keys(catalogue).filter(code => /^N3\d\d$|^N40\d$/.test(code))
    expect(firstCells(section('What can be wrong')).filter(cell => /^N\d+$/.test(cell))).toEqual(codes)
  })

  test('starts with a document that runs', () => {
    const example = (reference.split('## Names')[0] ?? '')
      .split('\n')
      .filter(line => line === '' || line.startsWith('    '))
      .map(line => line.slice(4))
      .join('\n')
    const comment = '### Comment\n\n| Field | Type |\n|---|---|\n| ticket | Ticket |\n'
    const {findings} = documentOf(`# Desk\n\n## 3. Entities\n\n${example}\n\n${comment}`)
    expect(findings).toEqual([])
  })
})
