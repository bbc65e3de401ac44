import {livesOfAnEmployee} from '../kit/life-of-an-employee.ts'

// Each mode once, and each database once; the others are lived in the long run.
livesOfAnEmployee([
  {database: 'sqlite', script: true},
  {database: 'postgres', script: false},
])
