import {describe} from 'vitest'
import {holdOnDays} from '../apps/demo-days.ts'

describe('requests of the demonstration, loaded on any day of four years', () => holdOnDays(1))
