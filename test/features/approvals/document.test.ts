/** The bullets of an inbox: the content of its panel, and their mistakes. */

import {describe, expect, test} from 'vitest'
import {checks} from '../../../src/features/approvals/bullets.ts'
import {choices} from '../../../src/features/approvals/form-bullets.ts'
import {rows} from '../../../src/features/planning/bullets.ts'
import {strip, stripWhere} from '../../../src/features/planning/strip-bullets.ts'
import {bulletOf} from '../../../src/points/screens/bullets/bullet.ts'
import {documentOf} from '../../kit/documents.ts'

const entities = `
## 3. Entities and their fields

### Team

| Field | Type |
|---|---|
| name | text |
| most | number |

### User

| Field | Type |
|---|---|
| team | Team |

### Wish

| Field | Type | Required |
|---|---|---|
| person | User | yes |
| kind | one of short, long | yes |
| from | date | yes |
| until | date | yes |
| starts | date and time | yes |
| ends | date and time | yes |
| opens | time | |
| closes | time | |
| days | number | yes |
| rest | = days * 2 | |
| why | text | |

## 4. States and transitions

### Wish

- starts: open
- final: done

| Action | From | To | Who |
|---|---|---|---|
| accept | open | done | Member |
`

function read(bullets: readonly string[], shows = 'inbox of Wish') {
  const screens = `# Wishes\n\n## 2. Screens and routes\n\n| Screen | Route | Shows | For |\n|---|---|---|---|\n| Wishes | / | ${shows} | Member |\n`
  const details = `\n### Wishes\n\n${bullets.map(each => `- ${each}`).join('\n')}\n`
  const {specification, findings} = documentOf(`${screens}${details}${entities}`)
  const errors = findings.filter(({severity}) => severity === 'error').map(({code}) => code)
  const [screen] = specification.screens.screens
  return {errors, screen, details: screen?.details}
}

describe('an inbox', () => {
  test('has figures with their result and total, a strip, checks and earlier records', () => {
    const {errors, screen, details} = read([
      'figures: days -> rest of person.team.most, days',
      'strip: from..until per person, same person.team, up to person.team.most',
      'strip where: status = "open"',
      'rows: active',
      'checks: accept',
      'earlier: same person',
      'actions: accept',
    ])
    expect(errors).toEqual([])
    expect(details).toMatchObject({
      figures: [
        {value: ['days'], after: ['rest'], of: ['person', 'team', 'most']},
        {value: ['days'], after: null, of: null},
      ],
      strip: {from: 'from', to: 'until', per: 'person', same: ['person', 'team'], limit: ['person', 'team', 'most']},
      checks: ['accept'],
      earlier: ['person'],
    })
    expect(bulletOf(screen, stripWhere)).not.toBeNull()
    expect(bulletOf(screen, rows)).not.toBeNull()
  })

  test.each([
    ['figures: why', ['N226']],
    ['figures: days -> why', ['N226']],
    ['figures: person', []],
    ['figures: days of person', ['N226']],
    ['figures: dys', ['N212']],
    ['strip: from..until', ['N227']],
    ['strip: why per person', ['N217']],
    ['strip: from per why', ['N217']],
    ['strip: from per person, same why', ['N227']],
    ['strip: from per person, up to why', ['N227']],
    ['strip: form per person', ['N212']],
    ['strip where: status = "open"', ['N227']],
    ['checks: yes', []],
    ['earlier: days', ['N228']],
    ['decided: days', ['N213']],
    ['decided: status = "open"', []],
    ['rows: active', ['N219']],
  ])('%s', (bullet, codes) => {
    expect(read([bullet]).errors).toEqual(codes)
  })

  test('shows all checks, or none', () => {
    expect(bulletOf(read(['checks: yes']).screen, checks)).toBe('all')
    expect(bulletOf(read(['checks: no']).screen, checks)).toBeNull()
  })

  test('choices of a form are cards, or a list with notes', () => {
    const form = 'form for Wish'
    expect(bulletOf(read(['choices: person with "{person.team}"'], form).screen, choices)).toMatchObject([
      {as: 'cards'},
    ])
    const listed = read(['choices: person as list with "{person.team}, {days}", "{days}"'], form)
    expect([listed.errors, bulletOf(listed.screen, choices)]).toMatchObject([[], [{field: 'person', as: 'list'}]])
    expect(bulletOf(listed.screen, choices)[0]?.texts).toHaveLength(2)
    const two = read(['choices: person with "{days}; {person.team}"; person as list with "{days}"'], form)
    expect(bulletOf(two.screen, choices).map(({as, texts}) => [as, texts.map(({text}) => text)])).toEqual([
      ['cards', ['{days}; {person.team}']],
      ['list', ['{days}']],
    ])
    expect(read(['choices: person as list'], form).errors).toEqual(['N237'])
    expect(read(['choices: person as list with "{why'], form).errors).toEqual(['N237'])
  })

  test('a strip of times on a form is the day of one row', () => {
    const form = 'form for Wish'
    expect(bulletOf(read(['strip: starts..ends per person'], form).screen, strip)).toMatchObject({per: 'person'})
    expect(read(['strip: starts..ends per person, same person.team'], form).errors).toEqual(['N227'])
    expect(read(['strip: starts..ends per person, up to days'], form).errors).toEqual(['N227'])
    expect(read(['strip: starts..ends per person, same person.team']).errors).toEqual([])
    const open = read(['strip: starts..ends per person, open opens..closes'], form)
    expect([open.errors, bulletOf(open.screen, strip)?.open]).toEqual([[], {from: ['opens'], to: ['closes']}])
    expect(read(['strip: starts..ends per person, open opens..days'], form).errors).toEqual(['N227'])
    expect(read(['strip: from..until per person, open opens..closes'], form).errors).toEqual(['N227'])
    expect(read(['strip: starts..ends per person, open opens..closes']).errors).toEqual(['N227'])
  })

  test('has bullets that other screens do not have', () => {
    expect(read(['figures: days', 'earlier: person'], 'list of Wish').errors).toEqual(['N247', 'N247'])
    expect(read(['decided: status = "open"'], 'form for Wish').errors).toEqual(['N247'])
  })
})
