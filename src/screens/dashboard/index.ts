/** Dashboards. */
import {defineKind, type ServerKind} from '../../engine/kind.ts'
import {cardList} from './card-records.ts'
import type {DashboardData} from './data.ts'
import {dashboardDocument} from './document.ts'
import {compileDashboard} from './server.ts'

export const dashboard: ServerKind<'dashboard', {readonly dashboard: DashboardData}> = defineKind({
  document: dashboardDocument,
  compile: compileDashboard,
  lists: ({cards}, specification) => cards.map(card => cardList(card, specification)),
  page: 'dashboard',
})
