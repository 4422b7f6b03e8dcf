import { readAccount } from '../../books/seller/account/read-account.ts'
import { openAccounts } from '../../books/seller/account/seller-account.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Processor } from '../../platform/payment/processor.ts'

export type AccountDifference = { text: string; accountId: string }

/**
 * Compares with the processor whether the open accounts of artists may be paid: the money of one
 * that is ready again would wait for ever when the event was lost. Returns the differences. Throws
 * UNAVAILABLE.
 */
export async function compareAccounts(ctx: Ctx, processor: Processor): Promise<AccountDifference[]> {
  const found: AccountDifference[] = []
  for (const { accountId, ready } of openAccounts(ctx, processor.mode)) {
    const { isEnded, isPayable } = await readAccount(ctx, processor, accountId)
    // A wrong key reaches no account, as if all were closed. A closed one is noticed when money is
    // sent there.
    if (isEnded || isPayable === ready) continue
    const named = { account: accountId, there: stateText(isPayable), here: stateText(ready) }
    const text = say('the account {account} is {there} at the processor, but {here} in the database', named)
    found.push({ text, accountId })
  }
  return found
}

const stateText = (isReady: boolean): string => (isReady ? say('ready ## an account') : say('not ready ## an account'))
