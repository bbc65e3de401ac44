export {bareField, isEmpty, isThere, type SeenField} from '../seen-path.ts'

import type {SeenField} from '../seen-path.ts'
import type {Sight} from '../sight.ts'

export const seenField = (sight: Sight, entity: string, path: readonly string[]): SeenField | null =>
  sight.seenField(entity, path)
