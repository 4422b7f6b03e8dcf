import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { eraseSome } from '../../../db/erase-some.ts'
import { prepared } from '../../../db/prepared.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { releases } from '../../../db/schema/release/release.ts'
import { licenseRequests } from '../../../db/schema/release/request.ts'
import type { Personal } from '../../platform/personal.ts'

const { id, userId, releaseId } = licenseRequests

/** Requests to an artist who is gone. */
const toArtist = prepared((db) => {
  const own = db
    .select({ id: releases.id })
    .from(releases)
    .innerJoin(cassets, eq(cassets.id, releases.cassetId))
    .where(eq(cassets.artistId, sql.placeholder('artistId')))
  const some = db.select({ id }).from(licenseRequests).where(inArray(releaseId, own)).limit(sql.placeholder('limit'))
  return db.delete(licenseRequests).where(inArray(id, some)).returning({ id })
})

export const requestPersonal: Personal = {
  sections: [
    {
      name: 'license-requests',
      start: [''],
      sql: `SELECT r.id, r.release_id, r.scopes AS json_scopes, r.name, r.email, r.agent_key, r.intended_use, r.offer_minor,
          r.offer_currency, r.state, r.language, r.message, r.created_at, r.answered_at, r.expires_at, r.id AS k0
        FROM license_requests r WHERE r.user_id = $userId AND r.id > $k0 ORDER BY r.id LIMIT $limit`,
    },
  ],
  erases: ['license_requests'],
  ofAddress: {
    lists: {
      'license-requests': `SELECT id, release_id, scopes, name, email, intended_use, offer_minor, offer_currency, state, message,
          created_at, answered_at FROM license_requests WHERE email = $email AND user_id IS NULL`,
    },
    forget({ db }, email) {
      db.delete(licenseRequests)
        .where(and(eq(licenseRequests.email, email), isNull(userId)))
        .run()
    },
  },
  traces: [eraseSome(id, userId, 'userId'), toArtist],
}
