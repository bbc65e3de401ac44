/** Findings about the calls that an application makes. */
import {describe, expect, test} from 'vitest'
import {documentOf} from '../kit/documents.ts'

const parts = {
  hosts: 'hooks.example.com, *.example.org, erp.example.com:8443',
  row: '| archive | POST | https://hooks.example.com/a | name | |',
  effect: 'call archive',
  details: '',
}

const order = ({hosts, row, effect, details}: typeof parts) => `# Desk

## 3. Entities

### Order

- named by: name

| Field | Type | Required | Set by |
|---|---|---|---|
| name | text 1..60 | yes | |
| total | number | | |
| twice | = total * 2 | | |
| owner | User | | |
| sent_at | date and time | | |
| number_there | text | | engine |

## 4. States

### Order

- starts: open

| Action | From | To | Who | Then |
|---|---|---|---|---|
| ship | open | shipped | Member | ${effect} |

## 7. Calls

- hosts: ${hosts}

| Event | Method | URL | Sends | Sets |
|---|---|---|---|---|
${row}

${details}
`

const found = (some: Partial<typeof parts>) =>
  documentOf(order({...parts, ...some})).findings.map(({code, message, hint}) => `${code} ${message} ${hint}`)
const to = (url: string) => ({row: `| archive | POST | ${url} | | |`})
const sets = (text: string) => ({row: `| archive | POST | https://hooks.example.com/a | name | ${text} |`})
const details = (text: string) => ({details: `### archive\n\n${text}\n`})

describe('an outgoing call is valid', () => {
  test.each([
    [to('https://hooks.example.com/orders/{name}?total={total}')],
    [to('"https://hooks.example.com"')],
    [to('https://a.b.example.org/x/{env.PATH_PART}')],
    [to('https://erp.example.com:8443/')],
    [to('{env.ARCHIVE_URL}/{owner.name}')],
    [
      {
        row: '| archive | PUT | {env.A} | name, total, owner.name, owner.email | total = answer.total; sent_at = now() |',
      },
    ],
    [{row: '| archive | GET | https://hooks.example.com/{name} | | name = answer.items.0.name |'}],
    [sets('number_there = answer.id')],
    [
      {
        ...to('{env.A}'),
        ...details('- secret: A_SECRET\n- headers: Authorization = Bearer {env.T}; Idempotency-Key = {call.id}'),
      },
    ],
    [
      {
        ...to('{env.A}'),
        ...details(
          '- optional: yes\n- says: {name} of {owner}\n\n```json\n{"text": "{call.says} {call.link}", "n": "{total}"}\n```',
        ),
      },
    ],
  ])('%j', some => expect(found(some)).toEqual([]))
})

describe('an outgoing call is invalid', () => {
  test.each([
    [to('http://hooks.example.com'), 'N718 This address is not encrypted. Write `https://`.'],
    [to('ftp://hooks.example.com'), 'N718 `ftp://hooks.example.com` is not the address of a service.'],
    [to('hooks.example.com'), 'N718 `hooks.example.com` is not the address of a service.'],
    [to('{name}.example.com/x'), 'N718 An address begins with its host, which no record decides.'],
    [to('https://{name}.example.com/'), 'N718 `https://{name}.example.com/` is not the address of a service.'],
    [
      to('https://hooks.example.com{name}/'),
      'N718 `https://hooks.example.com{name}/` is not the address of a service.',
    ],
    [to('https://ada:lovelace@hooks.example.com/'), 'N715 This looks like a secret.'],
    [to('https://hooks.example.com/#x'), 'N718 An address ends before `#`.'],
    [to('https://example.com/'), 'N719 `example.com` is not among the hosts that calls may be made to.'],
    [to('https://hooks.example.com:8443/'), 'N719 `hooks.example.com:8443` is not among the hosts'],
    [to('https://example.org/'), 'N719 `example.org` is not among the hosts'],
    [to('https://hooks.example.com/{nme}'), 'N055 '],
    [to('{env.NONET_DB}'), 'N716 `NONET_DB` belongs to the engine and is not sent anywhere.'],
    [to('{env.lower}'), 'N716 `lower` is not the name of a variable of the environment.'],
    [to('https://hooks.slack.com/services/T0AB/B0CD/abcdefghijklmnopqrst'), 'N715 This looks like a secret.'],
    [{hosts: 'https://hooks.example.com'}, 'N716 `https://hooks.example.com` is not the name of a host.'],
    [{hosts: 'hooks.example.com, *.com'}, 'N716 `*.com` is not the name of a host.'],
    [{row: '| archive | SEND | {env.A} | | |'}, 'N705 Unknown method `SEND`.'],
    [{row: '| archive | GET | {env.A} | name | |'}, 'N716 GET sends no content.'],
    [{row: '| archive | POST | {env.A} | nme | |'}, 'N212 '],
    [
      {row: '| archive | POST | {env.A} | | |\n| archive | POST | {env.A} | | |'},
      'N707 There is already a call with this name.',
    ],
    [sets('nme = answer.id'), 'N722 Order has no field `nme`. Did you mean `name`?'],
    [sets('twice = answer.id'), 'N722 `twice` cannot be set'],
    [sets('status = answer.id'), 'N722 `status` cannot be set'],
    [sets('answer.id'), 'N722 `answer.id` sets no field.'],
    [sets('name = answer[1]'), 'N722 A value of the answer is named by its keys.'],
    [sets('total = "x"'), 'N0'],
    [details('- secret: whatever'), 'N716 `whatever` is not the name of a variable of the environment.'],
    [details('- headers: Authorization = Bearer abc'), 'N715 This looks like a secret.'],
    [details('- headers: Host = example.com'), 'N716 `Host = example.com` is not a header that can be set.'],
    [details('- headers: X-Name = {name}'), 'N716 `name` is not known in a header.'],
    [details('- optional: perhaps'), 'N716 A call is optional or not.'],
    [details('- says: {nme} left'), 'N428 '],
    [{...to('{env.A}'), ...details('```json\n{"a": "{nme}"}\n```')}, 'N055 '],
    [details('```json\n{"a": "{name}"}\n```'), 'N716 The block of JSON says what is sent.'],
  ])('%j: %s', (some, expected) => {
    const all = found(some)
    expect(all.filter(each => each.startsWith(expected)).length, all.join('\n')).toBeGreaterThan(0)
  })
})
