// @vitest-environment jsdom
/** Files: chosen, dropped, listed and removed before they are sent, and stored files. */
import {fireEvent, screen, waitFor} from '@testing-library/react'
import {renderToString} from 'react-dom/server'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {Control, FileField} from '../../../src/features/forms/components/field-control.tsx'
import {ActionForm, SubmitButton} from '../../../src/web/router/action-form.tsx'
import type {ActionOutcome, Submission} from '../../../src/web/router/types.ts'
import {hasFocus, renderIn} from '../../kit/dom.tsx'
import {field} from '../../kit/forms.tsx'
import {emptyPage, Frame} from '../../kit/render.tsx'

/** jsdom has no DataTransfer: the part that the field uses, with a list that an input accepts. */
class Transfer {
  private readonly list: File[] = []
  readonly items = {add: (file: File) => this.list.push(file)}
  get files(): FileList {
    const list = Object.create(FileList.prototype)
    for (const [index, file] of this.list.entries()) Object.defineProperty(list, index, {value: file, enumerable: true})
    Object.defineProperty(list, 'length', {value: this.list.length})
    Object.defineProperty(list, Symbol.iterator, {value: () => this.list[Symbol.iterator]()})
    return list
  }
}

const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'files') ?? {}

beforeAll(async () => {
  await FileField.preload()
  Object.assign(globalThis, {DataTransfer: Transfer})
  // jsdom accepts only its own lists.
  Object.defineProperty(HTMLInputElement.prototype, 'files', {writable: true, configurable: true, value: null})
})
afterAll(() => {
  Object.defineProperty(HTMLInputElement.prototype, 'files', own)
})

const note = new File(['hello'], 'note.txt', {type: 'text/plain'})
const photo = new File([new Uint8Array(2_400_000)], 'photo.png', {type: 'image/png'})
const proof = field('proof', {control: 'file', attributes: {multiple: true}})
const stored = {...proof, files: [{id: 'f1', text: 'old.pdf', size: '2 kB'}]}

const input = () => screen.getByLabelText<HTMLInputElement>('Proof')
const held = () => [...(input().files ?? [])].map(({name}) => name)
const listed = () => screen.queryAllByRole('listitem').map(item => item.textContent)
const choose = (...files: File[]) => {
  const transfer = new Transfer()
  for (const file of files) transfer.items.add(file)
  input().files = transfer.files
  fireEvent.change(input())
}

describe('a field for files', () => {
  it('is the browser’s own without JavaScript, with a checkbox for each stored file', () => {
    const html = renderToString(
      <Frame page={emptyPage}>
        <Control field={stored} />
      </Frame>,
    )
    expect(html).toContain('type="file"')
    expect(html).toMatch(/type="checkbox"[^>]*aria-label="Keep old\.pdf"/)
  })

  it('lists chosen files with their size, adds to them, and lets them be removed', async () => {
    const {user} = renderIn(<Control field={proof} />)
    choose(note)
    choose(photo)
    expect(listed()).toEqual(['note.txt 5 byte', 'photo.png 2.4 MB'])
    expect(held()).toEqual(['note.txt', 'photo.png'])
    await user.click(screen.getByRole('button', {name: 'Remove note.txt'}))
    expect([listed(), held()]).toEqual([['photo.png 2.4 MB'], ['photo.png']])
    await hasFocus(() => input())
  })

  it('shows a thumbnail of a chosen image, and an icon if the browser cannot display it', () => {
    const {container} = renderIn(<Control field={proof} />)
    choose(note, photo)
    const image = container.querySelector('img')
    expect([image?.src.split(':')[0], image?.alt]).toEqual(['blob', ''])
    if (image) fireEvent.error(image)
    expect([container.querySelector('img'), listed()]).toEqual([null, ['note.txt 5 byte', 'photo.png 2.4 MB']])
  })

  it('shows a thumbnail of a stored image, without JavaScript too', () => {
    const thumbnail = '/_nonet/file/Article/1/proof/f1'
    const html = renderToString(
      <Frame page={emptyPage}>
        <Control field={{...stored, files: [{id: 'f1', text: 'old.png', size: '2 kB', thumbnail}]}} />
      </Frame>,
    )
    expect(html).toMatch(/<img class="thumbnail" src="\/_nonet\/file\/Article\/1\/proof\/f1" alt=""/)
  })

  it('lists the same file twice if it was chosen twice, and removes one of them', async () => {
    const {user} = renderIn(<Control field={proof} />)
    choose(note)
    choose(note)
    expect(listed()).toEqual(['note.txt 5 byte', 'note.txt 5 byte'])
    const [first] = screen.getAllByRole('button', {name: 'Remove note.txt'})
    if (first) await user.click(first)
    expect([listed(), held()]).toEqual([['note.txt 5 byte'], ['note.txt']])
  })

  it('takes one file if it accepts one, also when several are dropped', () => {
    renderIn(<Control field={{...proof, attributes: {}}} />)
    const zone = input().parentElement as HTMLElement
    const dataTransfer = {types: ['Files'], files: [note, photo]}
    fireEvent.dragOver(zone, {dataTransfer})
    expect(zone.className).toBe('drop over')
    fireEvent.drop(zone, {dataTransfer})
    expect([zone.className, held()]).toEqual(['drop', ['note.txt']])
  })

  it('keeps stored files unless they are removed, which can be undone', async () => {
    const {user} = renderIn(
      <form aria-label="form">
        <Control field={stored} />
      </form>,
    )
    const kept = () =>
      [...new FormData(screen.getByRole<HTMLFormElement>('form'))].filter(([, value]) => value === 'f1')
    input().name = ''
    expect(kept()).toHaveLength(1)
    await user.click(screen.getByRole('button', {name: 'Remove old.pdf'}))
    expect(kept()).toEqual([])
    await user.click(screen.getByRole('button', {name: 'Keep old.pdf'}))
    expect(kept()).toHaveLength(1)
  })

  it('shows the upload progress', async () => {
    let finish = (_outcome: ActionOutcome) => {}
    const submit = ({onProgress}: Submission) =>
      new Promise<ActionOutcome>(resolve => {
        finish = resolve
        setTimeout(() => onProgress?.(40))
      })
    const {user} = renderIn(
      <ActionForm>
        <Control field={{...proof, name: ''}} />
        <SubmitButton>Save</SubmitButton>
      </ActionForm>,
      {router: {enabled: true, submit}},
    )
    expect(screen.queryByRole('progressbar')).toBeNull()
    await user.click(screen.getByRole('button', {name: 'Save'}))
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', {name: 'Proof'})
    await waitFor(() => expect(bar.value).toBe(40))
    finish({kind: 'done'})
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  })
})
