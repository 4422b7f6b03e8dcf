import { ends, stays, waits } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { pruneGrants } from './access/grant.ts'
import { packReleaseJob } from './access/open-files.ts'
import { licenseCheck } from './license-check.ts'
import { completeLicenseEmail } from './order/holder-link.ts'
import { licenseClaim } from './order/license-claim.ts'
import { licenseGoods } from './order/license-goods.ts'
import { licensePersonal } from './personal.ts'
import { pruneQuotes } from './quote/save-quote.ts'

export const licenseRoom = {
  routes: async () => ({
    called: [(await import('./routes.ts')).license, (await import('./order/checkout-routes.ts')).licenseCheckout],
    others: [(await import('./status-routes.ts')).licenseStatus],
  }),
  goods: [licenseGoods],
  jobs: [packReleaseJob],
  personal: licensePersonal,
  checks: [licenseCheck],
  emails: [completeLicenseEmail],
  promises: [
    { name: 'license', tables: ['licenses'], thing: 'A license that was paid for', giver: stays, receiver: stays },
    {
      name: 'license-price',
      tables: ['license_quotes'],
      thing: 'A price that was named for a license',
      giver: { ...waits, forbidden: 'waits', hidden: 'waits' },
      receiver: ends,
    },
  ],
  sweeps: [pruneQuotes, pruneGrants],
  claims: [licenseClaim],
} satisfies Room
