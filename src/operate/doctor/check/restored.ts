import { noticeRestore, restoredAt } from '../../../books/receipt/receipt-head.ts'
import { say } from '../../../lib/language/say.ts'
import { dayMs } from '../../../lib/time/calendar.ts'
import type { Check } from '../../../platform/check.ts'

const toldForMs = 30 * dayMs

/**
 * Tells for a month of a database that was restored: the processor knows what was paid since the
 * copy, and nobody knows what cost nothing.
 */
export const restoredCheck: Check = {
  name: 'restored',
  place: 200,
  look(ctx) {
    noticeRestore(ctx)
    const at = restoredAt(ctx)
    if (at === undefined || at + toldForMs < ctx.now()) return {}
    return {
      lost: true,
      note: say(
        'the database was restored on {day}: whatever cost nothing after its copy was made is lost, such as new codes and uses of download codes, free cassets, new accounts, settings, what artists uploaded, hid, no longer permit or no longer play whole to everybody, new passwords, decisions of moderation, withdrawals that waited for an answer, companies on receipts, and the wishes of those who left a mailing list, letters or follows by email, had their address erased, or deleted their account',
        { day: new Date(at).toISOString().slice(0, 10) },
      ),
      fix: say(
        'tell your people: a code that was used works again, and a free casset can be taken again, and whoever left your mailing list, deleted their account or changed their password since may have to do it again; what was taken down, hidden, suspended or closed to strangers since has to be so again, and addresses that you erased; a gift that was claimed before this version can be claimed again by whoever has its link',
      ),
    }
  },
}
