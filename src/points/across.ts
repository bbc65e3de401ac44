/**
 * What is wrong between the points of a document that are each sound by themselves. First what stops the run; only in a
 * document without errors is it worth telling what never happens and what nobody uses.
 */
import {type Finding, hasErrors} from '../document/finding.ts'
import {type Across, acrossOf} from './across-world.ts'
import {checkComputed} from './entities/check-computed.ts'
import {checkUnusedFields} from './entities/check-unused.ts'
import {checkWritable} from './entities/check-writable.ts'
import {checkUnraised} from './errors/check.ts'
import {checkUnusedConstants} from './limits/check.ts'
import {checkEvaded} from './roles/check-evaded.ts'
import {checkGrants} from './roles/check-grants.ts'
import {checkUnusedRoles} from './roles/check-roles.ts'
import {checkRuleConditions} from './rules/check-conditions.ts'
import {checkActionsOfScreens} from './screens/check-actions.ts'
import {checkAudiences} from './screens/check-audiences.ts'
import {checkConditions} from './screens/check-conditions.ts'
import {checkShownEntities, checkShownFields} from './screens/check-shown.ts'
import type {Specification} from './specification.ts'
import {checkAsked} from './states/check-asked.ts'
import {checkGuards} from './states/check-guards.ts'
import {checkOverlaps} from './states/check-overlaps.ts'
import {checkReached, checkSlips} from './states/check-reached.ts'
import {checkWho} from './states/check-who.ts'

export function checkAcross(specification: Specification): Finding[] {
  const across = acrossOf(specification)
  const errors = wrong.flatMap(check => check(across))
  return hasErrors(errors) ? errors : [...errors, ...doubtful.flatMap(check => check(across))]
}

type Check = (across: Across) => Finding[]

const wrong: readonly Check[] = [checkSlips, checkActionsOfScreens, checkShownFields, checkAsked, checkWritable]

const doubtful: readonly Check[] = [
  checkReached,
  checkGuards,
  checkOverlaps,
  checkWho,
  checkRuleConditions,
  checkGrants,
  checkEvaded,
  checkUnusedRoles,
  checkAudiences,
  checkShownEntities,
  checkConditions,
  checkComputed,
  checkUnusedFields,
  checkUnraised,
  checkUnusedConstants,
]
