/** A small public product: lists, records and forms without signing in. */
export const lostProperty = `# Lost property

## 1. What

Things people left behind.

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Things | / | list of Thing | everyone |
| Report a thing | /report | form for Thing | everyone |
| Thing | /things/:number | record of Thing | everyone |
| Places | /places | list of Place | everyone |

### Things

- columns: number, what, place, found, worth, status
- sort: -found
- search: what
- empty: Nobody has lost anything.

### Report a thing

- fields: what, place, found, worth, wet, colour, note

### Thing

- fields: what, place, found, worth, wet, colour, note, status
- with: Claim by thing

## 3. Entities

### Thing

- named by: what

| Field | Type | Required | Default | Meaning |
|---|---|---|---|---|
| number | serial from 1 | | | |
| what | text 2..60 | yes | | what was found |
| place | Place | yes | | |
| found | date | yes | today() | |
| worth | decimal 2, 0..100000 | | | |
| wet | yes/no | yes | no | it was raining |
| colour | one of black, white, red | | | |
| note | long text 0..500 | | | |
| inner | text | | | for the desk alone |

### Place

- named by: name

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text 2..60 | yes | yes |

### Claim

| Field | Type | Required |
|---|---|---|
| thing | Thing | yes |
| who | text 2..60 | yes |

## 4. States

### Thing

- starts: new
- final: returned, refused

| Action | From | To | Who |
|---|---|---|---|
| claim | new | claimed | Clerk |
| give back | claimed | returned | Clerk |
| refuse | claimed | refused | Clerk |

## 6. Roles

| Role | Meaning |
|---|---|
| Clerk | |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| everyone | create | Thing | | what, place, found, worth, wet, colour, note |
| everyone | read | Thing | what != "Secret thing" | all except inner |
| everyone | read | Place, Claim | | |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| REQUIRED | 422 | This is needed. |

## 9. Limits

| Name | Value |
|---|---|
| PAGE_SIZE | 10 |
`
