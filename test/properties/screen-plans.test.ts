import {screensReadByIndexes} from '../kit/screen-plans.ts'

// Its orders and filters, some hundreds, are in the long run.
screensReadByIndexes(['time-off'])
