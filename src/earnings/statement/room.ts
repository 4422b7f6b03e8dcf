import type { Room } from '../../room.ts'
import { makeStatementsJob } from './make-statements.ts'
import { statementPersonal } from './personal.ts'

export const statementRoom: Room = {
  jobs: [makeStatementsJob],
  personal: statementPersonal,
}
