/** `files`: any number of uploaded files, in the order in which they came. */
import {defineType} from '../define-type.ts'
import {fileEntity} from '../values/files.ts'
import {word} from '../values/plain-word.ts'
import {manyReferences} from '../values/references.ts'

export const files = defineType({
  name: 'files',
  examples: ['files'],
  elsewhere: ['attachments', 'uploads', 'documents'],
  read: word('files'),
  use: () => ({
    ...manyReferences(fileEntity),
    written: 'files',
    keeps: {kind: 'pairs', entity: fileEntity},
    may: {default: false, unique: false},
    control: {control: 'file', attributes: {multiple: true}},
    filter: {filter: 'empty or not'},
    extent: {set: 'files', plain: false},
  }),
})
