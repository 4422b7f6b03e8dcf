import type { PlantedBug } from './bug.ts'

/** What goes wrong with accounts as the processor knows them. */
export const customerBugs: readonly PlantedBug[] = [
  {
    name: 'an account is made at the processor at each payment anew',
    file: 'src/customer/make-customer.ts',
    text: '  writeCustomer(ctx, row)\n',
    becomes: '',
    tests: ['customer'],
  },
  {
    name: 'a payment fails when its account cannot be made at the processor',
    file: 'src/customer/customer-of.ts',
    text: 'if (!(error instanceof AppError)) throw error',
    becomes: 'if (error) throw error',
    tests: ['customer'],
  },
  {
    name: 'whoever was deleted at the processor by hand can pay no more',
    file: 'src/order/open-intent-for.ts',
    text: 'if (customer === undefined || !isMissingCustomer(error)) throw error',
    becomes: 'if (customer === undefined || isMissingCustomer(error)) throw error',
    tests: ['customer'],
  },
  {
    name: 'an account that is deleted stays at the processor',
    file: 'src/deletion/forget-person.ts',
    text: '  endCustomers(ctx, userId)\n',
    becomes: '',
    tests: ['customer'],
  },
  {
    name: 'the processor is not told that an email address was taken back',
    file: 'src/recovery/undo-email.ts',
    text: '    noteNewEmail(ctx, userId)\n',
    becomes: '',
    tests: ['recovery'],
  },
  {
    name: 'an account that is deleted in the middle of its first payment stays at the processor',
    file: 'src/customer/make-customer.ts',
    text: "isHere(ctx, userId) ? now : 'ENDED'",
    becomes: "isHere(ctx, userId) ? now : 'CURRENT'",
    tests: ['customer'],
  },
  {
    name: 'a payment names what an account is in another mode',
    file: 'src/customer/customer.ts',
    text: ", eq(customers.mode, sql.placeholder('mode'))",
    becomes: '',
    tests: ['customer'],
  },
]
