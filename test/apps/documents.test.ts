/** The products and the fixtures are sound, and nothing in them is worth a warning. */
import {readFileSync} from 'node:fs'
import {expect, test} from 'vitest'
import {documentOf} from '../kit/documents.ts'

test.each(['apps/time-off', 'apps/rooms', 'test/documents/helpdesk', 'test/documents/stock'])(
  '%s checks without a finding, and leaves no point open',
  folder => {
    const text = readFileSync(new URL(`../../${folder}/app.md`, import.meta.url), 'utf8')
    const {findings, specification} = documentOf(text)
    expect(findings).toEqual([])
    expect(specification.open).toEqual([])
  },
)
