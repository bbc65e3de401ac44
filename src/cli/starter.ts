/** The application that `nonet new` writes: a document in all nine points, and demonstration people with records. */

export function starter(title: string): Readonly<Record<string, string>> {
  return {'app.md': `# ${title}\n\n${points}`, ...demo}
}

/** Below the title. */
const points = `## 1. What the product does and for whom

People say what would make their work better, and hear what becomes of it.

This text, and every sentence between the tables, is for readers. What runs is in the tables and in the lines that begin with a dash.
Change something, save, and look at the page again.

| Audience | Wants |
|---|---|
| Everyone | to say what is on their mind, and to get an answer |
| Editors | to see at once what waits for them |

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Start | / | dashboard | signed in |
| New idea | /ideas/new | form for Idea | signed in |
| Ideas | /ideas | list of Idea | signed in |
| Idea | /ideas/:number | record of Idea | signed in |
| Board | /board | board of Idea by status | Editor |
| How it works | /how-it-works | page | everyone |

### Start

| Card | Shows | As |
|---|---|---|
| Waiting for an answer | count of Idea where status = "new" | number |
| Done this year | count of Idea where status = "done" and created.year = today().year | number |
| By subject | count of Idea by subject | bars |
| My ideas | list of Idea where author = me sort -created limit 5 columns title, status, created | table |

### New idea

- fields: title, subject, text

### Ideas

- columns: title, subject, author, status, created
- filters: status, subject, author
- search: title, text
- sort: -created
- empty: Nobody has had an idea yet. Be the first.

### Idea

- fields: subject, author, status, text, answer
- with: Remark by idea

### Board

- columns: subject, author
- filters: subject
- sort: created

### How it works

Write down what you would like to see. An editor answers within {ANSWER_WITHIN}. You can have up to {MOST_WAITING} ideas waiting at a time.

## 3. Entities and their fields

### Idea

- named by: title

| Field | Type | Required | Default | Set by | Unique | Meaning |
|---|---|---|---|---|---|---|
| number | serial from 1 | | | | | the number that people quote |
| title | text 5..80 | yes | | | yes | in one short sentence |
| text | long text 0..2000 | | | | | what would be better, and for whom |
| subject | one of tools, rooms, working together, something else | yes | something else | | | |
| author | User | yes | me | engine | | |
| answer | long text 0..2000 | | | | | what the editors say |
| remarks | list of Remark by idea | | | | | |

### Remark

- part of: Idea

| Field | Type | Required | Default | Meaning |
|---|---|---|---|---|
| idea | Idea | yes | | |
| author | User | yes | me | |
| text | long text 1..2000 | yes | | |

## 4. States and transitions

### Idea

- starts: new
- final: done, declined

| Action | From | To | Who | When | Asks | Then | Error |
|---|---|---|---|---|---|---|---|
| accept | new | accepted | Editor | author != me | answer? | notify author | OWN_IDEA |
| decline | new | declined | Editor | author != me | answer | notify author | OWN_IDEA |
| finish | accepted | done | Editor | | answer? | notify author | |

## 5. Validation rules

| Rule | On | When | Must hold | Error |
|---|---|---|---|---|
| not too many at once | Idea create | | count(Idea[author = this.author and status = "new"]) <= MOST_WAITING | TOO_MANY_WAITING |

## 6. Roles and permissions

| Role | Meaning | Joins by |
|---|---|---|
| Member | has ideas | sign-up |
| Editor | answers them | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Member | create | Idea | author = me | title, subject, text |
| Member | read | Idea, Remark | | |
| Member | update, delete | Idea | author = me and status = "new" | title, subject, text |
| Member | create | Remark | | |
| Member | read | User | | name |
| Editor | all | Idea, Remark | | |
| Editor | read | User | | |

## 7. The calls it makes

None: everything happens on its pages.

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| OWN_IDEA | 403 | You can’t answer your own idea. |
| TOO_MANY_WAITING | 422 | {MOST_WAITING} of your ideas are waiting already. Let the editors answer one of them first. |
| NOT_FOUND | 404 | This page doesn’t exist, or you don’t have access to it. |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| ANSWER_WITHIN | 7 days | how long an answer may take |
| MOST_WAITING | 5 | ideas of one person that may wait for an answer |
| ACCENT | "teal" | the colour of the product |
`

/** Dates are relative to the day of loading. */
const demo = {
  'demo/User.csv': `name,email,roles
Eda Aksoy,eda@example.com,Member; Editor
Tom Weber,tom@example.com,Member
Inés Duarte,ines@example.com,Member
`,
  'demo/Idea.csv': `number,title,subject,text,author,status,answer,created,created_by
1,A second screen at every desk,tools,Half of us work with two at home and miss it here.,tom@example.com,done,They arrive next week.,today-30 09:10,tom@example.com
2,Plants in the meeting rooms,rooms,,ines@example.com,accepted,Lovely. Who waters them?,today-12 14:30,ines@example.com
3,No meetings on Friday afternoons,working together,Four quiet hours would help everyone finish the week.,tom@example.com,new,,today-3 11:05,tom@example.com
4,A bell at the side door,rooms,Visitors wait in the rain because nobody hears them.,ines@example.com,new,,today-1 16:20,ines@example.com
5,A slide from the third floor,something else,,tom@example.com,declined,"We asked. The insurance said no, and laughed.",today-20 10:00,tom@example.com
`,
  'demo/Remark.csv': `idea,author,text,created,created_by
2,tom@example.com,I can do the second floor.,today-11 08:45,tom@example.com
3,ines@example.com,"Yes, please.",today-2 09:15,ines@example.com
`,
}
