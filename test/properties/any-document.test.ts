import {describe} from 'vitest'
import {anyDocumentIsChecked} from '../kit/any-document.ts'

// Many more: test/long.
describe('any document', () => anyDocumentIsChecked({random: 100, damaged: 2}))
