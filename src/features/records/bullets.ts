/** The fields of a record that its page marks as missing while they are empty. */
import {bullet} from '../../points/screens/bullets/bullet.ts'
import {bulletPaths} from '../../points/screens/bullets/names.ts'

export const expects = bullet({
  name: 'expects',
  example: 'expects: manager, started',
  describe: 'Fields that the page marks as missing while they are empty.',
  absent: [],
  read: at => bulletPaths(at),
})
