/** Uploaded files: `file`, `files` and `image`. */

import {defineType, word} from '../define-type.ts'
import {fileEntity, imageTypes, manyReferences, oneReference} from '../values/references.ts'

export const file = defineType({
  name: 'file',
  examples: ['file'],
  synonyms: ['datei', 'attachment', 'upload', 'document', 'blob'],
  read: word('file'),
  use: () => ({
    ...oneReference(fileEntity),
    written: 'file',
    may: {default: false, unique: false},
    control: {control: 'file'},
    display: 'text',
    filter: {filter: 'empty or not'},
    valueSet: {set: 'file', plain: false},
  }),
})

// `files`: any number of uploaded files, in upload order.

export const files = defineType({
  name: 'files',
  examples: ['files'],
  synonyms: ['attachments', 'uploads', 'documents'],
  read: word('files'),
  use: () => ({
    ...manyReferences(fileEntity),
    written: 'files',
    storage: {kind: 'pairs', entity: fileEntity},
    may: {default: false, unique: false},
    control: {control: 'file', attributes: {multiple: true}},
    display: 'text',
    filter: {filter: 'empty or not'},
    valueSet: {set: 'files', plain: false},
  }),
})

// `image`: one uploaded file that browsers show as an image.

export const image = defineType({
  name: 'image',
  examples: ['image'],
  synonyms: ['bild', 'picture', 'photo', 'avatar', 'img'],
  read: word('image'),
  use: () => ({
    ...oneReference(fileEntity),
    written: 'image',
    may: {default: false, unique: false},
    control: {control: 'file', attributes: {accept: imageTypes}},
    display: 'text',
    filter: {filter: 'empty or not'},
    valueSet: {set: 'image', within: ['file'], plain: false},
  }),
})
