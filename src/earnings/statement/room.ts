import { stays } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { makeStatementsJob } from './make-statements.ts'
import { statementPersonal } from './personal.ts'

export const statementRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).statement] }),
  jobs: [makeStatementsJob],
  personal: statementPersonal,
  promises: [
    { name: 'statement', tables: ['statements'], thing: 'A statement of the month', giver: null, receiver: stays },
  ],
} satisfies Room
