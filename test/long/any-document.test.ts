import {describe} from 'vitest'
import {anyDocumentIsChecked} from '../kit/any-document.ts'

describe('any of many documents', () => anyDocumentIsChecked({random: 2000, damaged: 300}))
