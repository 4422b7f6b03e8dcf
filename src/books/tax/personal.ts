import { eq } from 'drizzle-orm'
import { taxDetails } from '../../../db/schema/books/tax.ts'
import type { Personal } from '../../platform/personal.ts'

export const taxPersonal: Personal = {
  sections: [
    {
      name: 'tax-details',
      start: [''],
      sql: `SELECT legal_name, address, tax_id, note, price_note, self_billed_at, changed_at, artist_id AS k0 FROM tax_details
        WHERE artist_id = $artistId AND artist_id > $k0`,
    },
  ],
  erases: ['tax_details'],
  forget({ db }, { artistId }) {
    db.delete(taxDetails).where(eq(taxDetails.artistId, artistId)).run()
  },
}
