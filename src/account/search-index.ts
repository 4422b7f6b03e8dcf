import type { SearchIndex } from '../platform/kept-sums.ts'

export const accountIndex: SearchIndex = {
  differing: `SELECT user_id AS whose, 0 AS day, '' AS mode FROM searched_accounts
    WHERE position NOT IN (SELECT id FROM account_search_docsize) ORDER BY user_id`,
  repair: [
    `INSERT INTO account_search (rowid, handle, name, email)
       SELECT s.position, a.handle, a.display_name, u.email
       FROM searched_accounts s JOIN users u ON u.id = s.user_id JOIN artists a ON a.user_id = u.id
       WHERE u.id = $whose`,
  ],
}
