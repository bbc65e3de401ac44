/** The products and fixtures are valid and have no warnings. */
import {readFileSync} from 'node:fs'
import {expect, test} from 'vitest'
import {userEntity} from '../../src/points/entities/own-fields.ts'
import {mayOpen} from '../../src/points/screens/run.ts'
import {documentOf} from '../kit/documents.ts'

test.each(['apps/time-off', 'apps/rooms', 'apps/articles', 'test/documents/helpdesk', 'test/documents/stock'])(
  '%s has no findings, and leaves no point open except the calls',
  folder => {
    const text = readFileSync(new URL(`../../${folder}/app.md`, import.meta.url), 'utf8')
    const {findings, specification} = documentOf(text)
    expect(findings).toEqual([])
    expect(specification.open).toEqual(/stock|articles|time-off/.test(folder) ? [] : [7])
  },
)

/** People join by invitation, and line items are created with their owner. */
test.each(['apps/time-off', 'apps/rooms'])('in %s, everyone who may create a record finds a form for it', folder => {
  const {specification} = documentOf(readFileSync(new URL(`../../${folder}/app.md`, import.meta.url), 'utf8'))
  const {entities, roles, screens} = specification
  const makers = roles.grants.filter(
    ({acts, entity}) => acts.has('create') && entity !== userEntity && entities.entities.get(entity)?.partOf === null,
  )
  const hasForm = ({role, entity}: (typeof makers)[number]) =>
    screens.screens.some(
      screen => screen.shows.kind === 'form' && screen.shows.entity === entity && mayOpen(screen, {roles: [role]}),
    )
  expect(makers.filter(maker => !hasForm(maker)).map(({role, entity}) => `${role}: ${entity}`)).toEqual([])
})
