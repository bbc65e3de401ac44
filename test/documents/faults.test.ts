import {faultsInGroups} from '../kit/document-faults.ts'

faultsInGroups()
