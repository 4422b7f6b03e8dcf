import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { orders } from '../../../db/schema/order/order.ts'
import { licenses } from '../../../db/schema/release/license.ts'
import { say } from '../../lib/language/say.ts'
import type { Check } from '../../platform/check.ts'
import { handInUrl } from './credential.ts'

const mostNamed = 20

/** Checks that what licenses say is here: a restored copy may lack it (rule: restored-licenses). */
export const licenseCheck: Check = {
  name: 'licenses',
  place: 190,
  look(ctx) {
    const { orderId: id, told, endedAt } = licenses
    const waiting = ctx.db
      .select({ id, subject: orders.subject, email: orders.receiptEmail, agent: orders.agentKey })
      .from(licenses)
      .innerJoin(orders, eq(orders.id, id))
      .where(and(isNotNull(told), isNull(endedAt)))
      .orderBy(asc(id))
      .all()
    if (waiting.length === 0) return {}
    const named = waiting.slice(0, mostNamed).map(({ id, subject, email, agent }) =>
      say('the restored database has lost what license {license} of {subject} says, which {who} bought', {
        license: id,
        subject: subject ?? '',
        who: email ?? (agent || say('somebody unknown ## bought a license')),
      }),
    )
    const rest = waiting.length - named.length
    const more = rest > 0 ? [say('and {more} more ## at the end of a list', { more: rest })] : []
    return {
      problem: [...named, ...more].join('; '),
      fix: say(
        'ask whoever bought it to hand in its certificate, the file license.json, at {url}; where it is lost, only a refund is left',
        {
          url: handInUrl(ctx),
        },
      ),
    }
  },
}
