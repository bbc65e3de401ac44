import {withoutNavigation, withoutScript} from '../kit/modes.ts'
import {seesTheSame} from '../kit/same-pages.ts'

// The whole walk without the Navigation API is in the long run.
seesTheSame([withoutScript], [withoutNavigation])
