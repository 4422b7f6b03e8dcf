import { api } from '../../lib/api.ts'
import { troubleOf } from '../../lib/trouble.ts'

/**
 * Has the server check the keys at the processor, and register there what events are sent to and
 * where wallets may be shown. Returns a sentence each.
 */
export async function connectPayments(): Promise<{ ok: boolean; text: string }[]> {
  const { data, error } = await api.desk.payments.fix.post()
  if (error) return [{ ok: false, text: troubleOf(error).text }]
  return data.map(({ ok, text, fix }) => ({ ok, text: fix === null ? text : `${text} ${fix}` }))
}
