/** Almost correct headings, tables, bullets and comments are reported at their place, and read as intended. */
import {describe, expect, it} from 'vitest'
import {applyFix} from '../../src/document/finding.ts'
import {renderProse} from '../../src/engine/base/prose.ts'
import {documentOf} from '../kit/documents.ts'

const fields = '| Field | Type |\n|---|---|\n| name | text |\n'
const found = (text: string) => documentOf(text).findings.map(({code, line, column}) => `${code} ${line}:${column}`)

/** After applying every available fix. */
function fixed(text: string): string {
  const next = documentOf(text).findings.find(({fix}) => fix)
  return next?.fix ? fixed(applyFix(text, next.fix)) : text
}

describe('L3b: what is inside a comment', () => {
  const grants = '| Role | May | On |\n|---|---|---|\n| Guest | read | Note |\n'
  const document = `# T\n\n## 3. Entities\n\n### Note\n\n${fields}\n## 6. Roles\n\n| Role | Joins by |\n|---|---|\n| Guest | sign-up |\n\n${grants}`

  it('grants nothing', () => {
    const hidden = grants.replace('read', 'delete')
    const {findings, specification} = documentOf(`${document}\n<!--\n\n${hidden}\n-->\n`)
    expect(findings).toEqual([])
    expect(specification.roles.grants.map(({acts}) => [...acts])).toEqual([['read']])
  })

  it('declares no entity, no bullet and no screen', () => {
    const {findings, specification} = documentOf(
      `${document}\n<!-- ## 2. Screens\n\n| Screen | Route | Shows | For |\n|---|---|---|---|\n| A | /a | pgae | everyone |\n-->\n`,
    )
    expect(findings).toEqual([])
    expect(specification.open).toContain(2)
    const entity = `# T\n\n## 3. Entities\n\n### Note\n\n<!--\n- named by: nothing\n-->\n\n${fields}\n<!--\n\n### Other\n\n${fields}-->\n`
    expect([...documentOf(entity).specification.entities.entities.keys()]).toEqual(['Note', 'User'])
    expect(found(entity)).toEqual([])
  })

  it('is left out of a cell, a heading and a bullet', () => {
    const text = `# T <!-- title -->\n\n## 3. Entities\n\n### Note <!-- later: Memo -->\n\n- label: Memo <!-- or Note -->\n\n| Field | Type |\n|---|---|\n| name <!-- of it --> | text <!-- 0..9 --> |\n`
    const {findings, specification} = documentOf(text)
    expect(findings).toEqual([])
    expect(specification.purpose.title).toBe('T')
    const note = specification.entities.entities.get('Note')
    expect([note?.label, note?.fields.get('name')?.type.written]).toEqual(['Memo', 'text'])
  })

  it('is not shown on a page', () => {
    expect(renderProse('Read <!-- not --> this.\n\n<!--\nand not\n\nthis\n-->\n\n`<!-- but this -->`', new Map())).toBe(
      '<p>Read  this.</p>\n<p><code>&lt;!-- but this --&gt;</code></p>\n',
    )
  })

  it('splits a table if it is one of its rows, which is reported and read as one table', () => {
    const text = `# T\n\n## 3. Entities\n\n### Note\n\n${fields}<!-- | size | number | -->\n| text | text |\n`
    expect(found(text)).toEqual(['N012 11:1'])
    expect([...(documentOf(text).specification.entities.entities.get('Note')?.fields.keys() ?? [])]).toEqual([
      'name',
      'text',
    ])
    expect(found(fixed(text))).toEqual([])
  })

  it('hides the rest if it is never closed, which is reported and read anyway', () => {
    const text = `# T\n\n<!-- todo\n\n## 3. Entities\n\n### Note\n\n${fields}`
    expect(found(text)).toEqual(['N024 3:1'])
    expect(found(fixed(text))).toEqual([])
  })
})

describe('L14: nearly a heading', () => {
  it.each([
    ['a title without a space', '#Shop\n'],
    ['a point without a space', `# T\n\n##3. Entities\n\n### Note\n\n${fields}`],
    ['a point without a number', `# T\n\n## Entities and fields\n\n### Note\n\n${fields}`.replace('### Note\n\n', '')],
    ['an entity without a space', `# T\n\n## 3. Entities\n\n###Note\n\n${fields}`],
    ['an entity of four', `# T\n\n## 3. Entities\n\n#### Note\n\n${fields}`],
    ['a point in words', `# T\n\n## Point 3: Entities\n\n### Note\n\n${fields}`],
    ['a heading in German', `# T\n\n## Punkt 3 – Entitäten\n\n### Note\n\n${fields}`],
  ])('%s is N022', (_, text) => {
    expect(documentOf(text).findings[0]?.code).toBe('N022')
    expect(documentOf(fixed(text)).findings.map(({code}) => code)).not.toContain('N022')
  })

  it.each([
    ['a product whose name begins with a number', '# 1. FC Nonet\n'],
    ['a numbered step in prose', '# T\n\n## 1. Purpose\n\n### 1. First\n\nx\n\n### 2. Second\n\ny\n'],
    ['a tag in prose', '# T\n\n## 1. Purpose\n\n#help is where people ask.\n'],
    ['bold words in prose', '# T\n\n## 3. Entities\n\n**Careful**\n\nMore later.\n'],
    ['a deeper heading in prose', '# T\n\n## 1. Purpose\n\n#### Why\n\nx\n'],
  ])('%s is fine', (_, text) => {
    expect(found(text)).toEqual([])
  })

  it('is reported once, without the consequences of a missing point', () => {
    const roles =
      '| Role | Joins by |\n|---|---|\n| Guest | sign-up |\n\n| Role | May | On |\n|---|---|---|\n| Guest | read | Note |\n'
    expect(found(`# T\n\n## 3. Entities\n\n## Note\n\n${fields}\n## 6. Roles\n\n${roles}`)).toEqual(['N022 5:4'])
  })
})

describe('L14: nearly a table or a setting', () => {
  it('a table directly under a bullet is reported and read', () => {
    const text = `# T\n\n## 3. Entities\n\n### Note\n\n- label: Memo\n${fields}`
    expect(found(text)).toEqual(['N012 8:1'])
    expect(found(fixed(text))).toEqual([])
  })

  it('an example in a code block that is not a table of the point stays a code block', () => {
    expect(found('# T\n\n## 1. Purpose\n\n```\n| Day | Lunch |\n|---|---|\n| Monday | Soup |\n```\n')).toEqual([])
  })

  it.each(['- Label: Memo', '- **label:** Memo', '- **Label**: Memo', '- `label`: Memo', '* LABEL: Memo'])(
    '%s is N023',
    line => {
      const text = `# T\n\n## 3. Entities\n\n### Note\n\n${line}\n\n${fields}`
      expect(found(text)).toEqual(['N023 7:3'])
      expect(documentOf(fixed(text)).specification.entities.entities.get('Note')?.label).toBe('Memo')
    },
  )

  it('a setting without a value is N018', () => {
    expect(found(`# T\n\n## 3. Entities\n\n### Note\n\n- label:\n\n${fields}`)).toEqual(['N018 7:3'])
  })

  it('a code block that is never closed hides the rest, which is read anyway', () => {
    expect(found(`# T\n\n\`\`\`\n\n## 3. Entities\n\n### Note\n\n${fields}`)).toEqual(['N013 3:1'])
  })

  it('front matter provides the title if there is none', () => {
    const text = '---\ntitle: "Shop"\n---\n\n## 1. Purpose\n\nSells.\n'
    expect(found(text)).toEqual(['N008 1:1', 'N009 1:1'])
    expect(fixed(text)).toBe('# Shop\n\n## 1. Purpose\n\nSells.\n')
  })
})

describe('a setting in a point that only has tables', () => {
  it.each([5, 6, 8, 9])('L14: is reported in point %i', number => {
    const text = `# Desk\n\n## ${number}. Point\n\n- page size: 20\n- Note: this is prose\n\n### More\n\n- retry: yes\n`
    const {findings} = documentOf(text)
    const told = findings.filter(({code}) => code === 'N023').map(({line, message}) => `${line} ${message}`)
    expect(told).toEqual([
      `5 Point ${number} has no settings: \`page size\` is read as prose.`,
      `10 Point ${number} has no settings: \`retry\` is read as prose.`,
    ])
    expect(findings.map(({code}) => code)).not.toContain('N018')
  })

  it('is not reported if it is the audit log of point 6, under its heading', () => {
    const roles = '| Role | Joins by |\n|---|---|\n| Lead | sign-up |\n'
    const text = `# Desk\n\n## 6. Roles\n\n- audit log: Lead\n\n${roles}\n### More\n\n- audit log: Lead\n`
    const {findings, specification} = documentOf(text)
    expect(findings.filter(({code}) => code === 'N023').map(({line}) => line)).toEqual([13])
    expect(specification.roles.auditLog).toEqual(['Lead'])
  })
})
