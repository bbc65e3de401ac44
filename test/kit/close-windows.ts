/** For every file of the browser tier: the next file gets a browser without windows. */
import {afterAll} from 'vitest'
import {closeWindows} from './browser.ts'

afterAll(closeWindows)
