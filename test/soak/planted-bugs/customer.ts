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
  {
    name: 'what was asked for an account that is deleted before the answer stays at the processor',
    file: 'src/customer/update-customer.ts',
    text: 'isKnown ? [customer.customerId] : await findCustomers(processor, customer)',
    becomes: 'isKnown ? [customer.customerId] : []',
    tests: ['customer'],
  },
  {
    name: 'what is made late of a deleted account stays at the processor',
    file: 'src/customer/update-customer.ts',
    text: 'if (settlesInMs > 0) throw',
    becomes: 'if (settlesInMs > 0 && isKnown) throw',
    tests: ['customer'],
  },
  {
    name: 'an account that was made twice at the processor stays twice',
    file: 'src/customer/make-customer.ts',
    text: '    for (const other of others) await deleteCustomer(ctx, processor, other)\n',
    becomes: '',
    tests: ['customer'],
  },
  {
    name: 'an account that is deleted while its payment begins is made at the processor',
    file: 'src/customer/make-customer.ts',
    text: '  if (!isHere(ctx, userId)) return false\n',
    becomes: '',
    tests: ['customer'],
  },
  {
    name: 'an account whose email address was another when it was asked for is made again',
    file: 'src/customer/processor-customers.ts',
    text: '    if (metadata.userId === userId) found.push(id)\n',
    becomes: '    if (metadata.userId === undefined) found.push(id)\n',
    tests: ['customer'],
  },
]
