import {hostileDocumentsAreChecked} from '../kit/hostile-documents.ts'

hostileDocumentsAreChecked({part: 1, mostSeconds: 6})
