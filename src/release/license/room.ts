import { ends, stays, waits } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { pruneGrants } from './grant.ts'
import { licenseCheck } from './license-check.ts'
import { licenseClaim } from './license-claim.ts'
import { licenseGoods } from './license-goods.ts'
import { packReleaseJob } from './open-files.ts'
import { licensePersonal } from './personal.ts'
import { pruneQuotes } from './save-quote.ts'

export const licenseRoom = {
  routes: async () => ({
    called: [(await import('./routes.ts')).license, (await import('./checkout-routes.ts')).licenseCheckout],
    others: [(await import('./status-routes.ts')).licenseStatus],
  }),
  goods: [licenseGoods],
  jobs: [packReleaseJob],
  personal: licensePersonal,
  checks: [licenseCheck],
  promises: [
    { name: 'license', tables: ['licenses'], thing: 'A license that was paid for', giver: stays, receiver: stays },
    {
      name: 'license-price',
      tables: ['license_quotes'],
      thing: 'A price that was named for a license',
      giver: waits,
      receiver: ends,
    },
  ],
  sweeps: [pruneQuotes, pruneGrants],
  claims: [licenseClaim],
} satisfies Room
