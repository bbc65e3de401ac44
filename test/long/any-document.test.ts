import {describe} from 'vitest'
import {anyDocumentIsChecked} from '../kit/any-document.ts'

/** The number of random documents; there are fewer damaged ones. */
const random = Number(process.env['NONET_RUNS'] ?? 2000)

describe('any of many documents', () => anyDocumentIsChecked({random, damaged: Math.ceil(random * 0.15)}))
