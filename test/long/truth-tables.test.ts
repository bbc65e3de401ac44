import {stages} from '../apps/truth-stages.ts'
import {truthsHold} from '../apps/truths.ts'
import {stores} from '../kit/store-databases.ts'

truthsHold(stages, stores)
