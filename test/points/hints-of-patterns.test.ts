/** Sentences that say what the author means, but not in this language: the hint names the pattern that works. */
import {describe, expect, test} from 'vitest'
import {applyFix} from '../../src/document/finding.ts'
import {documentOf} from '../kit/documents.ts'

const document = `# Clinic

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Calendar | / | calendar of Visit by starts..ends | Member |
| Rooms | /rooms | timeline of Visit by starts..ends per doctor | Member |
| Figures | /figures | dashboard | Member |

### Rooms

- closed days: Absence by first_day..last_day

### Figures

| Card | Shows | As |
|---|---|---|
| Visits | count of Visit by doctor | bars |

## 3. Entities and their fields

### Doctor

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text | yes |

### Absence

| Field | Type | Required |
|---|---|---|
| doctor | Doctor | yes |
| first_day | date | yes |
| last_day | date | yes |

### Visit

- span: stay = starts..ends

| Field | Type | Required | Default |
|---|---|---|---|
| email | text | | |
| doctor | Doctor | yes | |
| owner | User | yes | me |
| watchers | many User | | |
| starts | date | yes | |
| ends | date | yes | |

## 4. States and transitions

### Visit

- starts: open
- final: done

| Action | From | To | Who | When | Asks | Then |
|---|---|---|---|---|---|---|
| finish | open | done | Member | | | notify owner |

## 6. Roles and permissions

| Role | Joins by |
|---|---|
| Member | sign-up |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Member | all | Doctor, Absence | | |
| Member | all | Visit | | doctor, starts, ends, owner, email, watchers |
| Member | read | User | | |
`

const check = (text: string) => documentOf(text).findings
const told = (text: string) => check(text).map(({code, message, hint}) => `${code} ${message} ${hint}`)

function edited(replace: string, by: string): string {
  expect(document).toContain(replace)
  return document.replaceAll(replace, () => by)
}

test('the document has no findings itself', () => {
  expect(told(document)).toEqual([])
})

describe('poor messages: a hint', () => {
  test.each([
    [
      'closed days of the records that are the rows',
      'Absence by first_day..last_day',
      'Absence by first_day..last_day per doctor',
      'N219 `per` names a field that Absence and Doctor share; the rows are records of Doctor themselves. Add a computed field `doctor` of the type `= Doctor[id = this.id][1]` to Doctor, or leave out `per`.',
    ],
    [
      'closed days per a field that the absences do not have',
      'Absence by first_day..last_day',
      'Absence by first_day..last_day per floor',
      'N219 `per` names a field that Absence and Doctor share. Add a field `floor` to Absence, or leave out `per`.',
    ],
    [
      'a span in a grant',
      '| doctor, starts, ends, owner',
      '| doctor, stay, owner',
      'N608 `stay` is a span, which is not granted itself. Name its dates: `starts, ends`.',
    ],
    [
      'a file that only an action asks for',
      '| Member | | | notify owner |',
      '| Member | | letter: file | notify owner |',
      'N415 An input cannot be `file`. An action asks for a file only as a field of the record: add the field in point 3, and name it here without a type.',
    ],
    [
      'a mail to an address',
      'notify owner',
      'mail email "Thanks"',
      'N417 Unknown effect `mail`. Mails go to people with an account: `notify owner "Thanks"`.',
    ],
    [
      'a mail to an address without words',
      'notify owner',
      'send a mail to email',
      'N417 Unknown effect `send`. Mails go to people with an account: `notify owner`.',
    ],
    [
      'all entities in a grant',
      '| all | Visit |',
      '| all | everything |',
      'N606 A grant names its entities, not `everything`. Name the entities: `Doctor, Absence, Visit`.',
    ],
    [
      'a star in a grant',
      '| all | Visit |',
      '| all | * |',
      'N606 A grant names its entities, not `*`. Name the entities: `Doctor, Absence, Visit`.',
    ],
    [
      'all entities but one in a grant',
      '| all | Visit |',
      '| all | all except Absence |',
      'N606 A grant names its entities, not `all except Absence`. Name the entities: `Doctor, Visit`.',
    ],
    [
      'two groups on a card',
      'by doctor | bars',
      'by doctor, month(starts) | bars',
      'N224 A card has one group. Write `by doctor`, and another card for `by month(starts)`.',
    ],
    [
      'rows of a calendar',
      'calendar of Visit by starts..ends',
      'calendar of Visit by starts..ends per doctor',
      'N212 Only a timeline has rows, which `per` names. Show a `timeline of Visit by … per doctor`, or leave out `per doctor`.',
    ],
    [
      'an effect with a condition',
      'notify owner',
      'if ends > today() then set email = "x"',
      'N417 Unknown effect `if`. An effect has no condition of its own. Write a second row of this action with the condition under When, or a row of `system` whose When holds afterwards.',
    ],
    [
      'another action as an effect',
      'notify owner',
      'do finish',
      'N417 Unknown effect `do`. Another action follows as a row of `system` whose When says what has changed here.',
    ],
    [
      'a deletion as an effect',
      'notify owner',
      'delete',
      'N417 Unknown effect `delete`. No effect deletes a record. `erase` removes its personal data, and `set watchers = watchers[item != me]` takes someone out of a list.',
    ],
  ])('for %s', (_, replace, by, expected) => {
    expect(told(edited(replace, by))).toEqual([expected])
  })

  test('about a span in a grant corrects it', () => {
    const text = edited('| doctor, starts, ends, owner', '| doctor, stay, owner')
    const [finding] = check(text)
    expect(finding?.fix && check(applyFix(text, finding.fix))).toEqual([])
  })

  test.each([
    [
      'closed days of the rows',
      document
        .replace('Absence by first_day..last_day', 'Absence by first_day..last_day per doctor')
        .replace('| name | text | yes |', '| name | text | yes |\n| doctor | = Doctor[id = this.id][1] | |'),
    ],
    ['taking someone out of a list', edited('notify owner', 'set watchers = watchers[item != me]')],
  ])('about %s works as it is written', (_, text) => {
    expect(told(text)).toEqual([])
  })
})
