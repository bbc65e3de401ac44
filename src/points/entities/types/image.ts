/** `image`: one uploaded file that browsers show as a picture. */
import {defineType} from '../define-type.ts'
import {fileEntity, imageTypes} from '../values/files.ts'
import {word} from '../values/plain-word.ts'
import {oneReference} from '../values/references.ts'

export const image = defineType({
  name: 'image',
  examples: ['image'],
  elsewhere: ['bild', 'picture', 'photo', 'avatar', 'img'],
  read: word('image'),
  use: () => ({
    ...oneReference(fileEntity),
    written: 'image',
    may: {default: false, unique: false},
    control: {control: 'file', attributes: {accept: imageTypes}},
    filter: {filter: 'empty or not'},
    extent: {set: 'image', within: ['file'], plain: false},
  }),
})
