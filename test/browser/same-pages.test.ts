import {withoutNavigation, withoutScript} from '../kit/modes.ts'
import {seesTheSame} from '../kit/same-pages.ts'

// All steps without the Navigation API are in the long run.
seesTheSame([withoutScript], [withoutNavigation])
