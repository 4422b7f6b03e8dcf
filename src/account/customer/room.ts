import type { Room } from '../../room.ts'
import { customerPersonal } from './personal.ts'
import { updateCustomerJob } from './update-customer.ts'

export const customerRoom = { jobs: [updateCustomerJob], personal: customerPersonal } satisfies Room
