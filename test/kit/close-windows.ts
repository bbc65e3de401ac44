/** For every file of the browser tier: the next file finds the browser of its worker without windows. */
import {afterAll} from 'vitest'
import {closeWindows} from './browser.ts'

afterAll(closeWindows)
