import {describe} from 'vitest'
import {anyDocumentIsChecked} from '../kit/any-document.ts'

/** The number of random documents. A damaged one takes a hundred times as long, so that there are fewer of them. */
const random = Number(process.env['NONET_RUNS'] ?? 1000)

describe('any of many documents', () => anyDocumentIsChecked({random, damaged: Math.ceil(random * 0.05)}))
