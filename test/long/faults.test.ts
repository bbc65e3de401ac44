import {everyFaultAlone} from '../kit/document-faults.ts'

everyFaultAlone()
