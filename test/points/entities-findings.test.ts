import {describe, expect, test} from 'vitest'
import {documentOf} from '../kit/documents.ts'
import {listedTypes} from '../kit/field-types.ts'

const point3 = '# Desk\n\n## 3. Entities\n\n'
/** The caret `¦` marks the place of the first finding. */
function check(text: string) {
  const at = text.indexOf('¦')
  const before = text.slice(0, at).split('\n')
  const checked = documentOf(text.replace('¦', ''))
  return {findings: checked.findings, place: {line: before.length, column: (before.at(-1) ?? '').length + 1}}
}

function field(row: string, more = ''): string {
  const head = '| Field | Type | Required | Default | Unique |\n|---|---|---|---|---|\n'
  return `${point3}### Ticket\n\n${head}| subject | text | | | |\n${row}\n${more}`
}

const team = '\n### Team\n\n| Field | Type |\n|---|---|\n| name | text |\n| lead | User |\n'

interface Mistake {
  readonly mistake: string
  readonly document: string
  readonly code: string
  readonly says: string
}

const mistakes: readonly Mistake[] = [
  {
    mistake: 'a record that needs another of its kind first',
    document: `${point3}### A\n\n| Field | Type | Required |\n|---|---|---|\n| ¦before | A | yes |\n`,
    code: 'N321',
    says: 'No A can ever be created: it requires an A first. Make one of these optional: A.before.',
  },
  {
    mistake: 'a part of its own kind',
    document: `${point3}### A\n\n- part of: ¦A\n\n| Field | Type |\n|---|---|\n| whole | A |\n`,
    code: 'N315',
    says: 'A is part of itself: A → A. Remove one `part of`.',
  },
  {
    mistake: 'an entity and a constant of one name',
    document: `${point3}### ¦HR\n\n| Field | Type |\n|---|---|\n| a | text |\n\n## 9. Limits\n\n| Name | Value |\n|---|---|\n| HR | 5 |\n`,
    code: 'N305',
    says: '`HR` is the name of a constant too, at line 15. Rename one of them.',
  },
  {
    mistake: 'a type that does not exist',
    document: field('| a | ¦texd | | | |'),
    code: 'N301',
    says: 'Did you mean `text` or `text 3..120`?',
  },
  {
    mistake: 'an entity in lower case',
    document: field('| a | ¦gadget | | | |'),
    code: 'N301',
    says: `Unknown type \`gadget\`. Types: ${listedTypes}, or \`= …\` for a computed field. The name of an entity starts with a capital letter: \`Gadget\`.`,
  },
  {
    mistake: "another language's type",
    document: field('| a | ¦boolean | | | |'),
    code: 'N301',
    says: 'Did you mean `yes/no`?',
  },
  {
    mistake: "another language's type with an option",
    document: field('| a | ¦varchar(20) | | | |'),
    code: 'N301',
    says: 'Unknown type `varchar(20)`. Write `text 0..20`.',
  },
  {mistake: 'a type in capitals', document: field('| a | ¦Date | | | |'), code: 'N308', says: 'Did you mean `date`?'},
  {
    mistake: 'no type',
    document: field('| a | ¦| | | |'),
    code: 'N317',
    says: `This field has no type. Types: ${listedTypes}.`,
  },
  {
    mistake: 'bounds with a dash',
    document: field('| a | text ¦3-120 | | | |'),
    code: 'N302',
    says: 'Did you mean `text 3..120`?',
  },
  {
    mistake: 'a length without a beginning',
    document: field('| a | text ¦120 | | | |'),
    code: 'N302',
    says: 'Did you mean `text 0..120`?',
  },
  {mistake: 'reversed bounds', document: field('| a | number ¦100..1 | | | |'), code: 'N302', says: '`1..100`'},
  {
    mistake: 'a negative length',
    document: field('| a | text ¦-1..5 | | | |'),
    code: 'N302',
    says: '`-1..5` is not a length: use whole numbers from 0. Write it like this: `text 3..120`.',
  },
  {
    mistake: 'a text that is too long',
    document: field('| a | text ¦0..5000 | | | |'),
    code: 'N302',
    says: 'Write `long text` for more.',
  },
  {
    mistake: 'fractions in whole numbers',
    document: field('| a | number 0..¦1.5 | | | |'),
    code: 'N302',
    says: 'Write `decimal 1, …`',
  },
  {mistake: 'a decimal without places', document: field('| a | ¦decimal | | | |'), code: 'N302', says: '`decimal 2`'},
  {
    mistake: 'a decimal of no places',
    document: field('| a | decimal ¦0 | | | |'),
    code: 'N302',
    says: 'Write `number`',
  },
  {
    mistake: 'a decimal with too many places',
    document: field('| a | decimal ¦12 | | | |'),
    code: 'N302',
    says: 'A decimal has 1 to 9 decimals, not `12`. Write it like this: `decimal 2`, `decimal 1, 0..366`.',
  },
  {
    mistake: 'bounds finer than the places',
    document: field('| a | decimal 1, 0..¦0.25 | | | |'),
    code: 'N302',
    says: 'Write `decimal 2, …`',
  },
  {
    mistake: 'bounds that no column reaches',
    document: field('| a | number 0..¦99999999999999999 | | | |'),
    code: 'N302',
    says: '9007199254740991',
  },
  {
    mistake: 'options where there are none',
    document: field('| a | email ¦required | | | |'),
    code: 'N302',
    says: 'Write `email` alone.',
  },
  {
    mistake: 'a choice of nothing',
    document: field('| a | one of¦ | | | |'),
    code: 'N302',
    says: 'one of low, normal, high',
  },
  {
    mistake: 'a word twice',
    document: field('| a | one of a, b, ¦A | | | |'),
    code: 'N302',
    says: 'Duplicate word `A`. Write it like this: `one of low, normal, high`.',
  },
  {
    mistake: 'a serial from nowhere',
    document: field('| a | serial ¦at 5 | | | |'),
    code: 'N302',
    says: 'serial from 1001',
  },
  {mistake: 'many of a small letter', document: field('| a | ¦many tags | | | |'), code: 'N302', says: '`many Tag`'},
  {
    mistake: 'a list without its field',
    document: field('| a | ¦list of Comment | | | |'),
    code: 'N302',
    says: '`list of Comment by …`',
  },
  {mistake: 'a name in capitals', document: field('| ¦FirstDay | date | | | |'), code: 'N304', says: '`first_day`'},
  {
    mistake: 'a name with odd characters',
    document: field('| ¦first-day | date | | | |'),
    code: 'N304',
    says: '`first_day`',
  },
  {mistake: 'no name', document: field('| ¦| date | | | |'), code: 'N304', says: 'has no name'},
  {
    mistake: "one of the engine's names",
    document: field('| ¦created by | User | | | |'),
    code: 'N305',
    says: 'Every record has the built-in field `created_by`. Rename the field, or remove the row.',
  },
  {
    mistake: 'a word of expressions as a name',
    document: field('| ¦me | User | | | |'),
    code: 'N305',
    says: 'a word of expressions',
  },
  {
    mistake: 'a field twice',
    document: field('| ¦subject | date | | | |'),
    code: 'N307',
    says: 'Duplicate field `subject`: it is already declared at line 9. Rename one of them.',
  },
  {
    mistake: 'a reference to nobody',
    document: field('| a | ¦Taem | | | |', team),
    code: 'N308',
    says: 'Did you mean `Team`?',
  },
  {
    mistake: 'many of an unknown entity',
    document: field('| a | many ¦Tag | | | |', team),
    code: 'N308',
    says: 'Unknown entity `Tag`.',
  },
  {
    mistake: 'a list by an unknown field',
    document: field('| a | ¦list of Team by tickt | | | |', team),
    code: 'N309',
    says: 'Team has no field `tickt`.',
  },
  {
    mistake: 'a list by a field that leads elsewhere',
    document: field('| a | ¦list of Team by lead | | | |', team),
    code: 'N310',
    says: '`lead` of Team is `User`, not Ticket. Name a field of Team whose type is `Ticket`.',
  },
  {
    mistake: 'required on a computed field',
    document: field('| a | = 1 + 1 | ¦yes | | |'),
    code: 'N311',
    says: 'A computed field cannot be required',
  },
  {
    mistake: 'a default on a computed field',
    document: field('| a | = 1 + 1 | | ¦5 | |'),
    code: 'N311',
    says: 'A computed field cannot have a default. Clear this cell.',
  },
  {
    mistake: 'unique on a long text',
    document: field('| a | long text | | | ¦yes |'),
    code: 'N311',
    says: 'cannot be unique',
  },
  {
    mistake: 'a default for a serial',
    document: field('| a | serial | | ¦5 | |'),
    code: 'N311',
    says: 'cannot have a default',
  },
  {
    mistake: 'neither yes nor no',
    document: field('| a | text | ¦sometimes | | |'),
    code: 'N312',
    says: 'Expected `yes` or an empty cell, found `sometimes`. Write `yes`, or clear the cell.',
  },
  {
    mistake: 'a default out of bounds',
    document: field('| a | number 0..10 | | ¦5 + 6 | |'),
    code: 'N313',
    says: 'Enter 10 or less.',
  },
  {
    mistake: 'a default that is too long',
    document: field('| a | text 0..3 | | ¦"abcd" | |'),
    code: 'N313',
    says: 'Use at most 3 characters',
  },
  {
    mistake: 'a default that would be rounded',
    document: field('| a | decimal 2 | | ¦1.555 | |'),
    code: 'N313',
    says: '`1.555` is not a valid value for `decimal 2`. It has too many decimals.',
  },
  {
    mistake: 'a plain default outside the choice',
    document: field('| a | one of low, normal | | ¦noraml | |'),
    code: 'N313',
    says: 'Did you mean `normal`?',
  },
  {
    mistake: 'plain defaults of which one is outside the choice',
    document: field('| a | any of red, blue | | red, ¦green | |'),
    code: 'N313',
    says: '`green` is not one of red, blue. Use one of: red, blue.',
  },
  {
    mistake: 'bounds that are missing after a comma',
    document: field('| a | decimal 2,¦ | | | |'),
    code: 'N302',
    says: 'The range is missing. Write it like this: `decimal 2, 0..100`.',
  },
  {
    mistake: 'a plain default that does not exist',
    document: field('| a | date | | ¦2026-02-30 | |'),
    code: 'N052',
    says: '',
  },
  {mistake: 'a default of another type', document: field('| a | number | | ¦today() | |'), code: 'N068', says: ''},
  {
    mistake: 'a default outside the choice',
    document: field('| a | one of low, high | | ¦"medium" | |'),
    code: 'N060',
    says: '',
  },
  {
    mistake: 'a default without quotation marks',
    document: field('| a | text | | ¦hello | |'),
    code: 'N055',
    says: 'Unknown name `hello`. Write `"hello"`.',
  },
  {
    mistake: 'a default that names a field of the record',
    document: field('| a | text | | ¦subject | |'),
    code: 'N055',
    says: 'subject',
  },
  {
    mistake: 'an unknown name inside an expression',
    document: field('| a | = string length(subject) + ¦nothing | | | |'),
    code: 'N055',
    says: 'nothing',
  },
  {
    mistake: 'an unknown name after a code span and an escaped bar',
    document: field('| a | `= "\\|" = subject and` ¦nothing | | | |'),
    code: 'N055',
    says: 'nothing',
  },
  {
    mistake: 'a computed field that shows nothing',
    document: field('| a | = ¦null | | | |'),
    code: 'N302',
    says: 'A field cannot show the result of this expression. Compute a number, a text, a date, a yes/no value, or records.',
  },
  {
    mistake: 'an earlier name that is taken',
    document: field('| ¦title (was subject) | text | | | |'),
    code: 'N314',
    says: 'The earlier name `subject` is still the name of a field of Ticket. Remove `(was subject)`, or rename the other one.',
  },
  {
    mistake: 'an earlier name of two',
    document: field('| a (was before) | text | | | |\n| ¦b (was before) | text | | | |'),
    code: 'N314',
    says: '`a` and `b` have the same earlier name `before`. Keep `(was before)` at the one that takes over the data.',
  },
  {
    mistake: 'an earlier name that is the present one',
    document: field('| ¦a (was a) | text | | | |'),
    code: 'N314',
    says: '`a` still has this name. Remove `(was a)`.',
  },
  {
    mistake: 'an earlier name that is not closed',
    document: field('| ¦a (was b | text | | | |'),
    code: 'N304',
    says: 'first_day (was start)',
  },
  {
    mistake: 'computed from itself',
    document: field('| a | = ¦a + 1 | | | |'),
    code: 'N316',
    says: 'Ticket.a is computed from itself.',
  },
  {
    mistake: 'computed from each other',
    document: field('| a | = ¦b + 1 | | | |\n| b | = a + 1 | | | |'),
    code: 'N316',
    says: 'Ticket.a → Ticket.b → Ticket.a',
  },
  {
    mistake: 'computed from each other through another entity',
    document: field(
      '| total | = ¦sum(parts.share) | | | |\n| parts | list of Part by ticket | | | |',
      '\n### Part\n\n| Field | Type |\n|---|---|\n| ticket | Ticket |\n| share | = ticket.total / 2 |\n',
    ),
    code: 'N316',
    says: 'Ticket.total → Part.share → Ticket.total',
  },
  {
    mistake: 'a small entity',
    document: `${point3}### ¦ticket kind\n\n| Field | Type |\n|---|---|\n| a | text |\n`,
    code: 'N303',
    says: '`ticket kind` cannot be the name of an entity: use one word that starts with a capital letter. Write `### TicketKind`.',
  },
  {
    mistake: 'an entity twice',
    document: field('', '\n### ¦Ticket\n\n| Field | Type |\n|---|---|\n| a | text |\n'),
    code: 'N306',
    says: 'Duplicate entity `Ticket`: it is already declared at line 5. Put both parts under one heading.',
  },
  {
    mistake: 'an entity that differs in capitals',
    document: field('', '\n### ¦TICKET\n\n| Field | Type |\n|---|---|\n| a | text |\n'),
    code: 'N306',
    says: 'Duplicate entity `Ticket`: it is already declared at line 5. Rename one of them, so that they differ in more than capitals.',
  },
  {
    mistake: 'a field of User twice',
    document: `${point3}### User\n\n| Field | Type |\n|---|---|\n| ¦email | text |\n`,
    code: 'N307',
    says: 'User already has the built-in field `email`. Remove this row, or rename the field.',
  },
  {
    mistake: 'a position of its own in a part',
    document: field(
      '',
      '\n### Line\n\n- part of: Ticket\n\n| Field | Type |\n|---|---|\n| ticket | Ticket |\n| ¦position | number |\n',
    ),
    code: 'N307',
    says: 'A part already has the built-in field `position`: its place among the parts of its owner. Remove this row, or rename the field. Line records are put in order in the form of their owner.',
  },
  {
    mistake: 'User renamed',
    document: `${point3}### ¦User (was Person)\n\n| Field | Type |\n|---|---|\n| a | text |\n`,
    code: 'N314',
    says: '`User` is built in and cannot have an earlier name. Remove the brackets.',
  },
  {
    mistake: 'a table under no entity',
    document: `${point3}¦| Field | Type |\n|---|---|\n| a | text |\n`,
    code: 'N319',
    says: '### Ticket',
  },
  {
    mistake: 'an entity with two letters wrong',
    document: `${field('| team | ¦Taem | | | |', team)}`,
    code: 'N308',
    says: 'Did you mean `Team`?',
  },
  {
    mistake: 'a short name with two letters wrong',
    document: `${field('| loan | ¦Lone | | | |', team.replace('### Team', '### Loan'))}`,
    code: 'N308',
    says: 'Did you mean `Loan`?',
  },
  {
    mistake: 'a field with capital letters, which is read as it was meant',
    document: `${point3}### Ticket\n\n- named by: {shelf_no}\n- unique: shelf_no, due\n\n| Field | Type |\n|---|---|\n| ¦Shelf_No | text |\n| due | date |\n`,
    code: 'N304',
    says: 'Write `shelf_no`.',
  },
  {
    mistake: 'a misspelt heading of a mail, which is read as one',
    document: `${field('| due | date | | | |')}\n## 4. States\n\n### Ticket\n\n- starts: open\n- final: closed\n\n| Action | From | To | Who | Then |\n|---|---|---|---|---|\n| close | open | closed | signed in | notify created_by |\n\n### ¦Ticket close mial\n\n- shows: due\n`,
    code: 'N020',
    says: 'Did you mean `### Ticket close mail`?',
  },
  {mistake: 'an entity without fields', document: `${point3}### ¦Ticket\n\nSoon.\n`, code: 'N320', says: 'Add a table'},
  {
    mistake: 'unique of an unknown field',
    document: `${point3}### Team\n\n- unique: name, ¦leed\n\n| Field | Type |\n|---|---|\n| name | text |\n| lead | User |\n`,
    code: 'N309',
    says: 'Did you mean `lead`?',
  },
  {
    mistake: 'unique of a list',
    document: `${point3}### Team\n\n- unique: ¦people\n\n| Field | Type |\n|---|---|\n| people | many User |\n`,
    code: 'N311',
    says: 'A field of type `many User` cannot be unique: `people`. Name fields with one short value each.',
  },
  {
    mistake: 'named by an unknown field',
    document:
      `${point3}### Team\n\n- named by: {name}, ¦{led}\n\n| Field | Type |\n|---|---|\n| name | text |\n| lead | User |\n`.replace(
        '¦{led}',
        '{¦led}',
      ),
    code: 'N309',
    says: 'Did you mean `lead`?',
  },
  {
    mistake: 'named by a path that leads nowhere',
    document: `${point3}### Team\n\n- named by: ¦name.first\n\n| Field | Type |\n|---|---|\n| name | text |\n`,
    code: 'N310',
    says: '`name` is not a record, so it has no field `first`. Write `name` alone.',
  },
  {
    mistake: 'named by several records',
    document: `${point3}### Team\n\n- named by: ¦people\n\n| Field | Type |\n|---|---|\n| people | many User |\n`,
    code: 'N310',
    says: 'several records',
  },
  {
    mistake: 'named by nothing readable',
    document: `${point3}### Team\n\n- named by: ¦{name\n\n| Field | Type |\n|---|---|\n| name | text |\n`,
    code: 'N318',
    says: '`{person}, {first_day..last_day}`',
  },
  {
    mistake: 'a description of records that are no people',
    document: `${point3}### Team\n\n- described by: ¦{name}\n\n| Field | Type |\n|---|---|\n| name | text |\n`,
    code: 'N318',
    says: 'Move it to the entity `User`.',
  },
  {
    mistake: 'a description by an unknown field',
    document: `${point3}### User\n\n- described by: {¦team}\n\n| Field | Type |\n|---|---|\n| level | text |\n`,
    code: 'N309',
    says: '`team`',
  },
  {
    mistake: 'names made of each other',
    document: `${point3}### Team\n\n- named by: ¦lead\n\n| Field | Type |\n|---|---|\n| lead | Lead |\n\n### Lead\n\n- named by: team\n\n| Field | Type |\n|---|---|\n| team | Team |\n`,
    code: 'N318',
    says: 'The name of Team contains itself: Team → Lead → Team. Name one of them by a text field.',
  },
  {
    mistake: 'a part of nothing',
    document: `${point3}### Line\n\n- part of: Order\n\n| Field | Type |\n|---|---|\n| order | ¦Order |\n`,
    code: 'N308',
    says: 'Unknown entity `Order`. Add it to point 3: `### Order`.',
  },
  {
    mistake: 'a part without a way to the whole',
    document: field('', '\n### Line\n\n- part of: ¦Ticket\n\n| Field | Type |\n|---|---|\n| a | text |\n'),
    code: 'N310',
    says: '| ticket | Ticket | yes |',
  },
  {
    mistake: 'a part with two ways to the whole',
    document: field(
      '',
      '\n### Line\n\n- part of: ¦Ticket\n\n| Field | Type |\n|---|---|\n| a | Ticket |\n| b | Ticket |\n',
    ),
    code: 'N310',
    says: 'Several fields lead to Ticket: a, b. Name the field: `- part of: Ticket by a`.',
  },
  {
    mistake: 'a part of itself',
    document: `${point3}### A\n\n- part of: ¦B\n\n| Field | Type |\n|---|---|\n| b | B |\n\n### B\n\n- part of: A\n\n| Field | Type |\n|---|---|\n| a | A |\n`,
    code: 'N315',
    says: 'A is part of itself: A → B → A. Remove one `part of`.',
  },
  {
    mistake: 'records that need each other first',
    document: `${point3}### A\n\n| Field | Type | Required |\n|---|---|---|\n| ¦b | B | yes |\n\n### B\n\n| Field | Type | Required |\n|---|---|---|\n| a | A | yes |\n`,
    code: 'N321',
    says: 'No A can ever be created: it requires a B, which requires an A first. Make one of these optional: A.b, B.a.',
  },
  {
    mistake: 'states of an unknown entity',
    document: field(
      '',
      '\n## 4. States\n\n### ¦Tickt\n\n- starts: new\n\n| Action | From | To | Who |\n|---|---|---|---|\n| a | new | old | Member |\n',
    ),
    code: 'N401',
    says: 'Did you mean `Ticket`?',
  },
  {
    mistake: 'states twice',
    document: field('', '\n## 4. States\n\n### Ticket\n\n### ¦Ticket\n'),
    code: 'N402',
    says: 'Put both parts under one heading.',
  },
  {
    mistake: 'the state declared in point 3',
    document: field(
      '| ¦status | text | | | |',
      '\n## 4. States\n\n### Ticket\n\n- starts: new\n\n| Action | From | To | Who |\n|---|---|---|---|\n| a | new | old | Member |\n',
    ),
    code: 'N403',
    says: 'Remove this row',
  },
  {
    mistake: 'no first state',
    document: field(
      '',
      '\n## 4. States\n\n### ¦Ticket\n\n| Action | From | To | Who |\n|---|---|---|---|\n| a | new | old | Member |\n',
    ),
    code: 'N404',
    says: '`- starts: new`',
  },
  {
    mistake: 'a state in capitals',
    document: field(
      '',
      '\n## 4. States\n\n### Ticket\n\n- starts: new\n\n| Action | From | To | Who |\n|---|---|---|---|\n| a | new | ¦Old one | Member |\n',
    ),
    code: 'N405',
    says: '`old_one`',
  },
  {
    mistake: 'a state renamed to one that is there',
    document: field(
      '',
      '\n## 4. States\n\n### Ticket\n\n- starts: new\n\n| Action | From | To | Who |\n|---|---|---|---|\n| a | new | ¦old (was new) | Member |\n',
    ),
    code: 'N406',
    says: 'The earlier name `new` is still the name of a state. Keep `(was new)` at one state, and rename the other.',
  },
  {
    mistake: "a malformed name of the state's field",
    document: field(
      '',
      '\n## 4. States\n\n### Ticket\n\n- starts: new\n- field: ¦My State\n\n| Action | From | To | Who |\n|---|---|---|---|\n| a | new | old | Member |\n',
    ),
    code: 'N407',
    says: '`My State` cannot be the name of a field. Use lower-case letters: `- field: my_state`.',
  },
  {
    mistake: 'a first state that no action knows',
    document: field(
      '',
      '\n## 4. States\n\n### Ticket\n\n- starts: ¦nwe\n\n| Action | From | To | Who |\n|---|---|---|---|\n| a | new | old | Member |\n',
    ),
    code: 'N409',
    says: 'Did you mean `new`?',
  },
]

describe('point 3 and the states name', () => {
  test.each(mistakes)('$mistake at its place ($code)', ({document, code, says}) => {
    const {findings, place} = check(document)
    expect(findings.map(each => each.code)).toEqual([code])
    const [found] = findings
    expect({line: found?.line, column: found?.column}).toEqual(place)
    expect(`${found?.message} ${found?.hint}`).toContain(says)
    expect(found?.hint).not.toBe('')
  })

  test('one mistake once: an unreadable row is not reported as missing elsewhere', () => {
    const {findings} = check(
      `${point3}### Ticket\n\n- named by: {a}, {subject}\n- unique: a, subject\n- part of: Taem\n\n| Field | Type | Default |\n|---|---|---|\n| subject | text | |\n| a | texd | |\n| b | = a + 1 | |\n| team | Taem | |\n| c | = team.name | |\n| d | number | count(Ticket[a = 1]) |\n`,
    )
    expect(findings.map(each => each.code)).toEqual(['N301', 'N308'])
  })

  test('fields computed from one another without limit, deep or wide', () => {
    const deep = Array.from({length: 200}, (_, index) => `| f${index} | = f${index + 1} + 1 | | | |`).join('\n')
    expect(check(field(`${deep}\n| f200 | number | | | |`)).findings.map(each => each.code)).toEqual(['N322'])
    const wide = Array.from({length: 40}, (_, index) => `| f${index} | = f${index + 1} + f${index + 1} | | | |`).join(
      '\n',
    )
    expect(check(field(`${wide}\n| f40 | number | | | |`)).findings.map(each => each.code)).toEqual(['N322'])
  })

  test('chains of computed fields are reported alike, whatever the order of their rows', () => {
    const rows = (length: number) => Array.from({length}, (_, at) => `| f${at + 1} | = f${at} + 1 | | | |`)
    const tell = (lines: readonly string[]) => {
      const text = field(`| f0 | number | | | |\n${lines.join('\n')}`)
      const {findings} = check(text)
      return findings.map(({code, line}) => `${code} ${text.split('\n')[line - 1]}`)
    }
    expect(tell(rows(50))).toEqual([])
    expect(tell(rows(50).toReversed())).toEqual([])
    const told = ['N322 | f51 | = f50 + 1 | | | |']
    expect(tell(rows(60))).toEqual(told)
    expect(tell(rows(60).toReversed())).toEqual(told)
  })

  test('one mistake once: the consequences of a wrong field are not reported', () => {
    const {findings} = check(field('| a | = subject + ¦nothing | | | |\n| b | = a + 1 | | | |\n| c | = b = 2 | | | |'))
    expect(findings.map(each => each.code)).toEqual(['N055'])
  })
})
