import {hostileDocumentsAreChecked} from '../kit/hostile-documents.ts'

// A third of their sizes, in half of the time; the whole is in the long run.
hostileDocumentsAreChecked({part: 1 / 3, mostSeconds: 3})
