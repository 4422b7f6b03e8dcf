import { and, eq, inArray, notInArray } from 'drizzle-orm'
import { eraseSome } from '../../../db/erase-some.ts'
import { letterFollowers, letterReaders, letters } from '../../../db/schema/audience/letter.ts'
import type { Personal } from '../../platform/personal.ts'

const isOver = ['SENT', 'STOPPED'] as const

export const letterPersonal: Personal = {
  sections: [
    {
      name: 'letters',
      start: [''],
      sql: `SELECT l.subject, l.body, l.state, l.is_public, l.word, l.send_at, l.zone, l.created_at, l.begun_at, l.ended_at,
          l.recipients, l.sent, l.unsure, l.failed, l.skipped, l.unsubscribed, l.complaints, l.collects, l.id AS k0
        FROM letters l WHERE l.artist_id = $artistId AND l.id > $k0 ORDER BY l.id LIMIT $limit`,
    },
    {
      name: 'letters-of-others',
      start: [0, ''],
      sql: `SELECT a.handle AS artist, l.subject, l.begun_at AS sent_at, t.state, t.reason, r.ended_at, r.id AS k0, t.letter_id AS k1
        FROM letter_readers r CROSS JOIN letter_recipients t ON t.reader_id = r.id
          JOIN letters l ON l.id = t.letter_id JOIN artists a ON a.id = r.artist_id
        WHERE r.email = $email AND (r.id, t.letter_id) > ($k0, $k1) ORDER BY r.id, t.letter_id LIMIT $limit`,
    },
    {
      name: 'letters-allowed',
      start: [0],
      sql: `SELECT f.allowed_at, 1 AS k0 FROM letter_followers f WHERE f.user_id = $userId AND $k0 < 1 LIMIT $limit`,
    },
  ],
  erases: ['letter_followers', 'letter_readers', 'letters'],
  ofAddress: {
    lists: {
      letters: `SELECT a.handle AS artist, r.created_at, r.ended_at FROM letter_readers r
        JOIN artists a ON a.id = r.artist_id WHERE r.email = $email`,
    },
    forget: ({ db }, email) => void db.delete(letterReaders).where(eq(letterReaders.email, email)).run(),
  },
  /**
   * Letters that wait or are being sent stop at once. An unconfirmed address may be a stranger's,
   * who keeps what they ended.
   */
  forget({ db, now }, { userId, artistId, addresses }) {
    db.update(letters)
      .set({ state: 'STOPPED', endedAt: now(), word: null })
      .where(and(eq(letters.artistId, artistId), notInArray(letters.state, [...isOver])))
      .run()
    db.update(letters).set({ word: null, isPublic: false }).where(eq(letters.artistId, artistId)).run()
    db.delete(letterFollowers).where(eq(letterFollowers.userId, userId)).run()
    db.delete(letterReaders)
      .where(inArray(letterReaders.email, [...addresses]))
      .run()
  },
  traces: [
    eraseSome(letterReaders.id, letterReaders.artistId, 'artistId'),
    eraseSome(letters.id, letters.artistId, 'artistId'),
  ],
}
