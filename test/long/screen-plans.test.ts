import {screensReadByIndexes} from '../kit/screen-plans.ts'

screensReadByIndexes()
