/** `nonet new`: writes a small document to start from. Never over something that is there. */
import {mkdir, readdir, writeFile} from 'node:fs/promises'
import {basename, join, resolve} from 'node:path'
import {CannotRun, type Command, exit, onePath, parse} from './command.ts'

export const create: Command = {
  help: `nonet new DIR

Writes DIR/app.md, a small document to start from: two pages, one constant, and a line on each of the nine points.
Then: nonet dev DIR
`,
  async run(args, io) {
    const folder = onePath(parse(args, {}, {}).paths, 'new')
    await makeEmpty(folder)
    await writeFile(join(folder, 'app.md'), starter(titleFor(folder)), {flag: 'wx'})
    io.out(`Wrote ${join(folder, 'app.md')}. Next: nonet dev ${folder}\n`)
    return exit.done
  },
}

async function makeEmpty(folder: string): Promise<void> {
  try {
    await mkdir(folder, {recursive: true})
    const there = await readdir(folder)
    if (there.length > 0) throw new CannotRun(`${folder} is not empty; nothing was written.`)
  } catch (error) {
    if (error instanceof CannotRun) throw error
    throw new CannotRun(`${folder} cannot be made: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

function titleFor(folder: string): string {
  const words = basename(resolve(folder))
    .replace(/[-_]+/g, ' ')
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim()
  return words === '' ? 'My product' : words[0]?.toUpperCase() + words.slice(1)
}

function starter(title: string): string {
  return `# ${title}

## 1. What the product does and for whom

One sentence that says what ${title} does, and for whom.

| Audience | Wants |
|---|---|
| Everyone | to find out what this is |

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Welcome | / | page | everyone |
| Rules | /rules | page | everyone |

### Welcome

This page is written in \`app.md\`. Change a line, save, and look again.

### Rules

Answers come within {ANSWER_WITHIN}.

## 3. Entities and their fields

Not said yet.

## 4. States and transitions

Not said yet.

## 5. Validation rules

Not said yet.

## 6. Roles and permissions

Not said yet.

## 7. The calls it makes

Not said yet.

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| NOT_FOUND | 404 | There is nothing at this address. It may have been moved, or the link may be old. |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| ANSWER_WITHIN | 2 days | how long an answer may take |
| ACCENT | "teal" | the colour of the product |
`
}
