/** The bullets of a gallery, and their findings. */
import {expect, test} from 'vitest'
import {isOfKind} from '../../../src/points/screens/kind.ts'
import {documentOf} from '../../kit/documents.ts'

const documentWith = (bullets: readonly string[], fields = '| photo | image |\n| plan | image |') => `# House

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Rooms | /rooms | gallery of Room | everyone |

### Rooms

${bullets.map(each => `- ${each}`).join('\n')}

## 3. Entities

### Room

| Field | Type |
|---|---|
| name | text |
| keeper | User |
${fields}
`

const findingsOf = (bullets: readonly string[], fields?: string) =>
  documentOf(documentWith(bullets, fields)).findings.filter(({code}) => /^N2[1-9]/.test(code))

const pictureOf = (bullets: readonly string[], fields?: string) => {
  const [screen] = documentOf(documentWith(bullets, fields)).specification?.screens.screens ?? []
  return screen && isOfKind(screen, 'gallery') ? screen.details.picture : undefined
}

test('shows the first image of the entity, or the one that it names', () => {
  expect(pictureOf(['columns: name'])).toEqual(['photo'])
  expect(pictureOf(['picture: plan'])).toEqual(['plan'])
  expect(pictureOf(['columns: name'], '')).toBeNull()
})

test.each([
  ['picture: name', 'Name `photo` or `plan`.'],
  ['picture: photo, plan', 'Name `photo` or `plan`.'],
  ['picture: keeper.name', 'Name `photo` or `plan`.'],
])('refuses `%s`', (written, hint) => {
  expect(findingsOf([written]).map(finding => [finding.code, finding.hint])).toEqual([['N248', hint]])
})

test('asks for an image where the entity has none', () => {
  const [finding] = findingsOf(['picture: name'], '')
  expect(finding).toMatchObject({
    message: '`name` is not a field of Room of type `image`.',
    hint: 'Add a field of type `image` to Room.',
  })
})

test('an unknown field is one finding, and a setting of other kinds too', () => {
  expect(findingsOf(['picture: foto']).map(({code}) => code)).toEqual(['N212'])
  const [finding] = findingsOf(['group by: keeper'])
  expect(finding).toMatchObject({code: 'N247', message: 'A gallery has no setting `group by`.'})
})
