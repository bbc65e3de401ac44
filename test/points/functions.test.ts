/** `### Functions` of point 3, and `Set by` that calls them. */
import {expect, test} from 'vitest'
import {checkWhole} from '../../src/screens/testing.ts'

const document = `# Letters

## 3. Entities

### Functions

| Function | Takes | Gives |
|---|---|---|
| effort | words: number, kind: one of plain, legal, due: date | number |
| grade | effort: number | one of low, high |

### Letter

| Field | Type | Required | Default | Unique | Set by |
|---|---|---|---|---|---|
| words | number | | | | |
| twice | = words * 2 | | | | |
| kind | one of plain, legal | | | | |
| due | date | | | | |
| effort | decimal 1 | | | | effort(twice, kind, due) |
| grade | one of low, high | | | | grade(effort) |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| short | Letter | effort = null or effort < 10 | LONG |

## 6. Roles

| Role | Joins by |
|---|---|
| Clerk | invitation |

| Role | May | On | Where |
|---|---|---|---|
| Clerk | read | Letter | effort < 5 |
| Clerk | create, update | Letter | words < 5 |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| LONG | 422 | It is too long. |
`

const found = (text: string) =>
  checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(text)}])
    .findings.filter(({severity}) => severity === 'error')
    .map(({code, line, column, message}) => `${code} ${line}:${column} ${message}`)

test('functions, their calls and what uses their fields have no findings', () => {
  expect(found(document)).toEqual([])
})

test.each([
  ['| effort | words: number,', '| Effort | words: number,', '9:3 `Effort` cannot be the name of a function.'],
  ['| effort | words: number,', '| toString | words: number,', '9:3 `toString` cannot be the name of a function.'],
  ['| grade | effort: number', '| effort | effort: number', '10:3 `effort` is there twice.'],
  ['words: number, kind', 'words, kind', '9:12 `words` is not a value with its type.'],
  ['due: date |', 'due: Letter |', '`Letter` is not a type of a function.'],
  ['due: date |', 'words: date |', '`effort` takes `words` twice.'],
  ['| one of low, high |\n\n', '| many Letter |\n\n', '10:28 `many Letter` is not a type of a function.'],
  ['effort(twice', 'efort(twice', '20:30 There is no function `efort`.'],
  ['effort(twice, kind, due)', 'effort(twice, kind)', '20:30 `effort` takes 3 values, not 2.'],
  ['effort(twice, kind, due)', 'effort(kind, kind, due)', 'N068 20:37 Expected `number`, found `one of plain, legal`.'],
  [
    'effort(twice, kind, due)',
    'effort(twice, kind, today())',
    '20:50 A stored value does not follow the clock or the person who writes it.',
  ],
  ['effort(twice, kind, due)', 'effort(effort, kind, due)', '20:30 `effort` depends on itself.'],
  [
    'effort(twice, kind, due)',
    'effort(if grade = "low" then 1 else 2, kind, due)',
    '20:30 `effort` depends on `grade`, which is set after it.',
  ],
  ['| = words * 2 |', '| = words * effort |', '20:30 `effort` depends on itself.'],
  [
    '| effort | decimal 1 | |',
    '| effort | decimal 1 | yes |',
    '20:24 A field that a function sets has nothing under Required',
  ],
  [
    '| effort | decimal 1 | | |',
    '| effort | decimal 1 | | 3 |',
    'A field that a function sets has nothing under Default',
  ],
  ['| effort | decimal 1 |', '| effort | text |', '`effort` gives number, and `effort` is text.'],
  ['| effort | decimal 1 |', '| effort | files |', 'A function cannot set this field: `files` is not a value'],
  ['effort < 10', 'effort(words, kind, due) < 10', '`effort` is own code, which expressions cannot call.'],
  ['= words * 2', '= effort(words, kind, due)', '`effort` is own code, which expressions cannot call.'],
  ['| words < 5 |', '| effort < 5 |', 'Where cannot use `effort` for `create` and `update`'],
])('instead of %j, %j is a mistake at its place', (from, to, message) => {
  expect(document).toContain(from)
  const [first, ...more] = found(document.replace(from, to))
  expect(first).toContain(message)
  // Of the same mistake.
  expect(more.filter(each => !/^N(?:335|068|059)/.test(each))).toEqual([])
})

test.each([
  ['| weigh | Clerk | set effort = 5 |', '`effort`'],
  ['| weigh | Clerk | create Letter(effort: 5) |', '`effort` of Letter cannot be set'],
])('an action does not set it either: %s', (row, message) => {
  const states = `## 4. States\n\n### Letter\n\n| Action | Who | Then |\n|---|---|---|\n${row}\n\n## 5. Rules`
  expect(found(document.replace('## 5. Rules', states))).toEqual([expect.stringContaining(message)])
})

test('it tells what it is computed from, also to those who may not read that', () => {
  const read = '| Clerk | read | Letter | effort < 5 |'
  const roles = (fields: string) =>
    document
      .replace('| May | On | Where |\n|---|---|---|---|', '| May | On | Where | Fields |\n|---|---|---|---|---|')
      .replace(read, `${read} ${fields} |`)
      .replace('effort(twice, kind, due)', 'effort(room.size, kind, due)')
      .replace('| due | date | | | | |', '| due | date | | | | |\n| room | Room | | | | |')
      .replace('### Letter', '### Room\n\n| Field | Type |\n|---|---|\n| size | number |\n\n### Letter')
  const codes = checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(roles(''))}]).findings
  expect(codes.map(({code, message}) => `${code} ${message}`)).toContainEqual(
    expect.stringMatching(/^N332 `effort` is computed from .*Clerk may not read/),
  )
})

test('arguments have names of the document, and nobody acts in them', () => {
  expect(found(document.replace('effort(twice,', 'effort(twicee,'))).toEqual([expect.stringMatching(/^N055 20:37/)])
  expect(found(document.replace('effort(twice,', 'effort(if me = null then 1 else 2,'))).not.toEqual([])
})

test('an entity may be called Functions', () => {
  const entity = document.replace(
    '| Function | Takes | Gives |\n|---|---|---|\n',
    '| Field | Type |\n|---|---|\n| name | text |\n\n### Others\n\n| Field | Type |\n|---|---|\n',
  )
  expect(found(entity)).toEqual(expect.arrayContaining([expect.stringContaining('There is no function `effort`.')]))
  expect(found(entity).filter(each => each.includes('`Functions`'))).toEqual([])
})
