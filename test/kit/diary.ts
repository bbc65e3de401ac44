/** A small product for signed-in people: notes that are written, changed and decided, for tests of typed input. */
export const diary = `# Diary

## 1. What

Notes of everyone who joins.

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Notes | /notes | list of Note | Writer |
| New note | /notes/new | form for Note | Writer |
| Note | /notes/:number | record of Note | Writer |

### Notes

- columns: number, title, mood, status
- filters: mood
- search: title
- empty: Nothing has been written.

### Note

- with: Remark by note

## 3. Entities

### Note

- named by: title

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial from 1 | | |
| title | text 2..60 | yes | |
| mood | one of good, bad | | |
| dear | yes/no | yes | no |
| story | long text 0..400000 | | |
| proof | files | | |

### Remark

- part of: Note

| Field | Type | Required | Default |
|---|---|---|---|
| note | Note | yes | |
| author | User | yes | me |
| text | long text 1..2000 | yes | |

## 4. States

### Note

- starts: open
- final: shut

| Action | From | To | Who | Asks |
|---|---|---|---|---|
| shut | open | shut | Writer | why: long text |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Writer | writes | sign-up |

| Role | May | On |
|---|---|---|
| Writer | all | Note, Remark |
| Writer | read | User |
`
