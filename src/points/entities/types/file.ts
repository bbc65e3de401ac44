/** `file`: one uploaded file. */
import {defineType} from '../define-type.ts'
import {fileEntity} from '../values/files.ts'
import {word} from '../values/plain-word.ts'
import {oneReference} from '../values/references.ts'

export const file = defineType({
  name: 'file',
  examples: ['file'],
  elsewhere: ['datei', 'attachment', 'upload', 'document', 'blob'],
  read: word('file'),
  use: () => ({
    ...oneReference(fileEntity),
    written: 'file',
    may: {default: false, unique: false},
    control: {control: 'file'},
    filter: {filter: 'empty or not'},
    extent: {set: 'file', plain: false},
  }),
})
