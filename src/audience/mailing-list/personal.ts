import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { mailingConsents } from '../../../db/schema/audience/mailing-list.ts'
import type { Personal } from '../../platform/personal.ts'

const consents = `SELECT a.handle AS artist, m.email, m.text, m.given_at, m.given_from, m.ended_at`

// One index covers active consents, another one ended consents.
const ofArtist = (hasEnded: SQL) =>
  prepared((db) => {
    const { id, artistId } = mailingConsents
    const isTheirs = and(eq(artistId, sql.placeholder('artistId')), hasEnded)
    const some = db.select({ id }).from(mailingConsents).where(isTheirs).limit(sql.placeholder('limit'))
    return db.delete(mailingConsents).where(inArray(id, some)).returning({ id })
  })

export const mailingListPersonal: Personal = {
  sections: [
    {
      name: 'mailing-lists',
      start: [''],
      sql: `${consents}, m.id AS k0 FROM mailing_consents m JOIN artists a ON a.id = m.artist_id
        WHERE m.user_id = $userId AND m.ended_at IS NULL AND m.id > $k0 ORDER BY m.id LIMIT $limit`,
    },
    {
      name: 'mailing-lists',
      start: [''],
      sql: `${consents}, m.id AS k0 FROM mailing_consents m JOIN artists a ON a.id = m.artist_id
        WHERE m.email = $email AND m.user_id IS NULL AND m.ended_at IS NULL AND m.id > $k0 ORDER BY m.id LIMIT $limit`,
    },
    {
      name: 'mailing-lists',
      start: [-1],
      sql: `${consents}, m.rowid AS k0 FROM mailing_consents m JOIN artists a ON a.id = m.artist_id
        WHERE m.email = $email AND m.ended_at IS NOT NULL AND m.rowid > $k0 ORDER BY m.rowid LIMIT $limit`,
    },
  ],
  erases: ['mailing_consents', 'mailing_list_counts'],
  ofAddress: {
    lists: {
      'mailing-lists': `${consents} FROM mailing_consents m JOIN artists a ON a.id = m.artist_id
        WHERE m.email = $email AND m.user_id IS NULL`,
    },
    forget({ db }, email) {
      db.delete(mailingConsents)
        .where(and(eq(mailingConsents.email, email), isNull(mailingConsents.userId)))
        .run()
    },
  },
  /** An unconfirmed address may be a stranger's, whose consents stay. */
  forget({ db }, { userId, addresses }) {
    for (const whose of [eq(mailingConsents.userId, userId), inArray(mailingConsents.email, [...addresses])]) {
      for (const hasEnded of [isNull(mailingConsents.endedAt), isNotNull(mailingConsents.endedAt)]) {
        db.delete(mailingConsents).where(and(whose, hasEnded)).run()
      }
    }
  },
  traces: [ofArtist(isNull(mailingConsents.endedAt)), ofArtist(isNotNull(mailingConsents.endedAt))],
}
