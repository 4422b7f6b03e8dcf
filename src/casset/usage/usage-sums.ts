import type { KeptSums } from '../../platform/kept-sums.ts'

const none = "0 AS day, '' AS mode"

/** Selects what a table kept by triggers and the view that says how it has to be do not share. */
const differencesOf = (table: string, whose: string): string =>
  `SELECT ${whose} AS whose FROM (SELECT * FROM ${table} EXCEPT SELECT * FROM ${table}_now)
   UNION SELECT ${whose} FROM (SELECT * FROM ${table}_now EXCEPT SELECT * FROM ${table})`

export const releasedSums: KeptSums = {
  differing: `SELECT whose, ${none} FROM (${differencesOf('released_tracks', 'release_id')}) ORDER BY whose`,
  repair: ['INSERT INTO counted_releases VALUES ($whose)'],
}

export const usageSums: KeptSums = {
  differing: `SELECT whose, ${none} FROM (
      ${differencesOf('casset_decisions', 'casset_id')}
      UNION ${differencesOf('unfound_tracks', 'casset_id')}
      UNION ${differencesOf('casset_usage', 'casset_id')}
    ) ORDER BY whose`,
  repair: ['INSERT INTO counted_cassets VALUES ($whose)'],
}
