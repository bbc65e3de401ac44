/** The confirmation for a person who submitted the form but cannot see the record. */
import {bullet} from '../../points/screens/bullets/bullet.ts'
import {fields} from '../../points/screens/bullets/shared.ts'
import {checkBraces, translatedText} from '../../points/screens/bullets/texts.ts'

export const thanks = bullet({
  name: 'thanks',
  example: 'thanks: Thank you. We will answer by email.',
  describe: 'The confirmation for people who cannot see the record, which may name what they filled in: `{subject}`.',
  absent: null,
  needs: {fields},
  read: (at): string | null => {
    const listed = at.needs.fields
    const filledIn = [...at.entity.fields.keys()].filter(
      name => listed.length === 0 || listed.some(path => path.length === 1 && path[0] === name),
    )
    const what = 'a field of this form or a constant'
    checkBraces(at, {fields: filledIn, what, hint: 'Name a field that the form asks for.'})
    return at.value.text
  },
  translate: translatedText,
})
