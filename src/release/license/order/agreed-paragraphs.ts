import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { sumText } from '../../../lib/money/money.ts'
import type { Order } from '../../../order/order.ts'
import { licenseUrl } from '../credential.ts'
import { licenseOf } from './record-license.ts'

/** Returns the paragraphs of a receipt about its license: scopes, prices, terms, agent and page. */
export function agreedParagraphs(ctx: Ctx, { id }: Pick<Order, 'id'>): string[] {
  const license = licenseOf(ctx, id)
  if (!license) return []
  const { agreed, agent, licensee } = license
  const lines = agreed.map(({ scope, price, terms }) =>
    [`- ${scope}${price ? `: ${sumText(price)}` : ''}`, ...(terms === null ? [] : [indented(terms)])].join('\n'),
  )
  return [
    ...(lines.length > 0 ? [say('What was agreed, and stays so:\n{list}', { list: lines.join('\n') })] : []),
    ...(licensee === null ? [] : [say('The license names {licensee}.', { licensee })]),
    ...(agent === null ? [] : [say('It was asked for by the program of {agent}, which signed that.', { agent })]),
    say('The license, and whether it has ended:\n{licenseUrl}', { licenseUrl: licenseUrl(ctx, id) }),
  ]
}

/** The artist's text is kept apart from ours: none of its lines can pass for one. */
const indented = (text: string) =>
  text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
